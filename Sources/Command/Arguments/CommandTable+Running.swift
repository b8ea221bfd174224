/// The commands that answer questions about a report, and those that help to run the others every
/// night.
extension CommandDeclaration {
  static let explain = CommandDeclaration(
    name: .explain, summary: "Say what a figure means, how it was computed and who is behind it",
    arguments: ArgumentsDeclaration(
      name: "METRIC", usage: "METRIC [RULE]", count: 1...2,
      help:
        "A column of a CSV file, as file.column or by its name alone; or the word alert, with a "
        + "rule's name behind it: what was judged, day by day and condition by condition"),
    options: [.on, .condition],
    examples: [
      Example(line: "runrate explain mrr --on 2026-06-30", purpose: "a figure of one day"),
      Example(
        line: "runrate explain trial_cohorts.matured_rate --on 2026-04 --where country=DE",
        purpose: "a rate of a month's cohort in one country"),
      Example(
        line: "runrate explain daily.churn_mrr --format csv > churned.csv",
        purpose: "everybody who churned on the as-of day"),
      Example(
        line: "runrate explain alert paywall-start --as-of 2026-06-30",
        purpose: "why a rule fires, or does not"),
    ])

  static let customer = CommandDeclaration(
    name: .customer, summary: "Tell what one person did, and what became of it, in words",
    arguments: ArgumentsDeclaration(
      name: "ID", usage: "ID", count: 1...1,
      help: "Any id that the log knows, or the name in subscribers.csv"),
    options: [],
    examples: [
      Example(line: "runrate customer ann@example.com", purpose: "one timeline, oldest first"),
      Example(
        line: "runrate customer c1f00ba4 --as-of 2026-06-30", purpose: "as it was known on a day"),
    ])

  static let diff = CommandDeclaration(
    name: .diff, summary: "Compare two published reports, cell by cell",
    arguments: ArgumentsDeclaration(
      name: "RUN", usage: "RUN RUN", count: 2...2,
      help: "The day of a report, latest, or a report's folder"),
    options: [],
    examples: [
      Example(
        line: "runrate diff 2026-06-29 latest", purpose: "which past figures are other ones today"),
      Example(line: "runrate diff old/2026-06-30 2026-06-30 --format csv", purpose: "every cell"),
    ])

  static let backup = CommandDeclaration(
    name: .backup, summary: "Copy the database, consistent even while a run is going on",
    arguments: ArgumentsDeclaration(
      name: "FILE", usage: "FILE", count: 1...1, help: "Where the copy goes; not there yet"),
    options: [],
    examples: [
      Example(
        line: "runrate backup /backup/runrate-2026-06-30.db",
        purpose: "restore it by copying it back"
      )
    ])

  static let print = CommandDeclaration(
    name: .print,
    summary: "Print what a system needs to run this program: units, manual, completions",
    arguments: ArgumentsDeclaration(
      name: "WHAT", usage: "WHAT [SHELL]", count: 1...2,
      help: "One of \(Printable.names.joined(separator: ", ")); after completion one of "
        + Shell.names.joined(separator: ", "),
      choices: [Printable.names, Shell.names]),
    options: [],
    examples: [
      Example(
        line: "runrate print service > /etc/systemd/system/runrate.service",
        purpose: "the nightly job for systemd"),
      Example(
        line: "runrate print timer > /etc/systemd/system/runrate.timer",
        purpose: "when it runs: in the time zone of the configuration"),
      Example(line: "runrate print cron", purpose: "the line of a crontab instead"),
      Example(
        line: "runrate print completion bash > /etc/bash_completion.d/runrate",
        purpose: "the names of commands and options at a press of Tab"),
      Example(line: "runrate print man | man -l -", purpose: "the manual"),
    ])
}
