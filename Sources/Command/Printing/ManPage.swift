import Values

/// The manual, section 1, from the declarations (man(7) macros, as every man reads them).
enum ManPage {
  static var text: String {
    let parts = [
      ".TH RUNRATE 1 \"\" \"runrate \(Program.version)\" \"User Commands\"",
      section("NAME", "runrate \\- subscription metrics from event logs, every night"),
      section("SYNOPSIS", ".B runrate\n.I COMMAND\n[\\fIOPTIONS\\fR]"),
      section("DESCRIPTION", description),
      section("COMMANDS", CommandList.configurations.map(entry).joined(separator: "\n")),
      section(
        "OPTIONS OF EVERY COMMAND", OptionDeclaration.common.map(entry).joined(separator: "\n")),
      section("EXIT STATUS", ExitCode.allCases.map(entry).joined(separator: "\n")),
      section("FILES", files),
      section("ENVIRONMENT", ".TP\n.B NO_COLOR\nWhen set, messages have no colors."),
    ]
    return parts.joined(separator: "\n") + "\n"
  }

  private static let description = """
    Reads the event logs of a subscription app, keeps them in a database, and writes what happened:
    trials, conversion, MRR, churn, lifetime value and revenue, as Markdown, CSV, a workbook and a
    page, with alerts when something is wrong. Every figure is proven before it is published.
    """

  private static let files = """
    .TP
    .I runrate.json5
    The configuration. Without one the defaults hold.
    .TP
    .I runrate.db
    The database, an SQLite file; made when it is missing.
    .TP
    .I reports/latest
    The newest report; every day has a folder beside it.
    """

  private static func section(_ title: String, _ text: String) -> String {
    ".SH \"\(title)\"\n\(text)"
  }

  private static func entry(_ command: CommandConfiguration) -> String {
    let arguments =
      command.arguments.map { ".TP\n.I \(escaped($0.name))\n\(escaped($0.help)).\n" } ?? ""
    let options = command.options.map { entry($0) }.joined(separator: "\n")
    let examples = command.examples.map {
      ".RS\n.B \(escaped($0.line))\n.br\n(\(escaped($0.purpose)))\n.RE"
    }
    return ".SS \"runrate \(escaped(command.usage))\"\n\(escaped(command.abstract)).\n\(arguments)"
      + (options.isEmpty ? "" : options + "\n") + ".PP\nExamples:\n"
      + examples.joined(separator: "\n")
  }

  private static func entry(_ option: OptionDeclaration) -> String {
    let value = option.defaultText.map { " Default: \(escaped($0))." } ?? ""
    return ".TP\n.B \(escaped(option.usage))\n\(escaped(option.help)).\(value)"
  }

  private static func entry(_ code: ExitCode) -> String {
    ".TP\n.B \(code.rawValue)\n\(escaped(code.meaning))"
  }

  /// As text of a line: hyphens that can be copied, and no line that begins like a request.
  private static func escaped(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("\"", with: "\\(dq").replacing("…", with: "...")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
