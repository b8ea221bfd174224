/// The commands that help to run the others every night.
extension CommandDeclaration {
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
        purpose: "when it runs: in UTC, as a local night can lack an hour"),
      Example(line: "runrate print cron", purpose: "the line of a crontab instead"),
      Example(
        line: "runrate print completion bash > /etc/bash_completion.d/runrate",
        purpose: "the names of commands and options at a press of Tab"),
      Example(line: "runrate print man | man -l -", purpose: "the manual"),
    ])
}
