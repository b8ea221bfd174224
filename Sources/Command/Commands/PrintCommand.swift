import Foundation
import Metrics
import Settings
import Values

/// `runrate print`: what a system needs to run the program, from the declarations of the program.
struct PrintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    name: "print",
    abstract: "Print what a system needs: units, settings, the manual, completions",
    arguments: ArgumentsDeclaration(
      name: "WHAT", usage: "WHAT [SHELL]", count: 1...2,
      help: "One of \(Printable.names.listed); after completion one of \(Shell.names.listed)",
      choices: [Printable.names, Shell.names]),
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
      Example(
        line: "runrate print config > runrate.json5",
        purpose: "every setting with its default and what it is for"),
      Example(
        line: "runrate print kubernetes --config runrate.json5 > runrate.yaml",
        purpose: "the nightly job for an orchestrator, with this configuration"),
      Example(line: "runrate print mcp", purpose: "what assistants need to ask for figures"),
      Example(
        line: "runrate print duckdb | duckdb figures.duckdb",
        purpose: "the published tables as typed views, and the database beside them"),
      Example(
        line: "runrate print dbt | sh", purpose: "in a dbt project: sources, models and metrics"),
      Example(line: "runrate print man | man -l -", purpose: "the manual"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    try console.write(printed(options))
    return .allWell
  }

  private func printed(_ options: Options) throws -> String {
    let what = try word(0, of: options, among: Printable.names, Printable.init)
    guard what == .completion else {
      guard options.arguments.count == 1 else {
        throw Failure.unexpectedArgument(options.arguments[1])
      }
      return try text(of: what, options)
    }
    guard options.arguments.count == 2 else { throw Failure.missingArguments("SHELL") }
    return try word(1, of: options, among: Shell.names, Shell.init).completion
  }

  private func text(of what: Printable, _ options: Options) throws -> String {
    let files = SystemFiles(program: programPath, options)
    return switch what {
    case .service: files.service
    case .timer: SystemFiles.timer(in: try timezone(options))
    case .cron: files.cron
    case .logrotate: SystemFiles.logrotate
    case .man: ManPage.text
    case .config: ConfigurationFile.text
    case .appleRoot: AppleRoot.text
    case .kubernetes: KubernetesManifest.text(try nightlyJob(files, options))
    case .airflow: AirflowDAG.text(try nightlyJob(files, options))
    case .dagster: DagsterDefinitions.text(try nightlyJob(files, options))
    case .github: GitHubWorkflow.text(try nightlyJob(files, options))
    case .dockerCompose: ComposeFile.text
    case .mcp: AssistantSettings(program: programPath, reports: absolute(options.reports)).text
    case .duckdb:
      DuckDBScript(
        reports: absolute(options.reports), database: absolute(options.database)
      ).text
    case .dbt: DbtProject().script
    case .completion: ""
    }
  }

  private func absolute(_ path: String) -> String { URL(fileURLWithPath: path).path }

  /// That of the configuration. UTC without one.
  private func timezone(_ options: Options) throws -> Zone {
    var options = options
    options.config = placedConfig(options)
    return try during("reading the configuration") { try Settings.load(options) }.timezone
  }

  private func nightlyJob(_ files: SystemFiles, _ options: Options) throws -> NightlyJob {
    let zone = try timezone(options)
    let text = try placedConfig(options).map { try String(contentsOfFile: $0, encoding: .utf8) }
    return NightlyJob(zone: zone, configuration: text ?? Self.noConfiguration, installed: files)
  }

  /// The configuration of the service, where it stands; else of the folder. Nil without one.
  private func placedConfig(_ options: Options) -> String? {
    options.config
      ?? [SystemFiles.usualConfig, Settings.defaultPath].first(
        where: FileManager.default.fileExists)
  }

  private static let noConfiguration = """
    {
      // "runrate init" drafts it from the log, "runrate print config" has every setting.
      timezone: "UTC",
    }
    """

  /// Where this program stands; its usual place where the system does not say.
  private var programPath: String {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return link ?? "/usr/local/bin/runrate"
  }

  /// The argument at `position`, which has to be one of `names`.
  private func word<Value>(
    _ position: Int, of options: Options, among names: [String], _ make: (String) -> Value?
  ) throws -> Value {
    let word = options.arguments[position]
    guard let value = make(word) else {
      throw Failure.usage(
        "\"\(word)\" means nothing here: expected one of \(names.joined(separator: ", "))")
    }
    return value
  }
}

/// `runrate print apple-root`: where the certificate is that the App Store's signatures begin at.
enum AppleRoot {
  static let text = """
    Signatures of the App Store begin at "Apple Root CA - G3". Runrate ships no certificate: fetch it
    from Apple, and look at it before you trust it.

      curl -O https://www.apple.com/certificateauthority/AppleRootCA-G3.cer
      openssl x509 -inform der -in AppleRootCA-G3.cer -noout -subject -enddate -fingerprint -sha256

    The fingerprint must be

      63:34:3A:BF:B8:9A:6A:03:EB:B5:7E:9B:3F:5F:A7:BE:
      7C:4F:5C:75:6F:30:17:B3:A8:C4:88:C3:65:3E:91:79

    as public lists of certificates have it; ask one of them, on another connection than the one that
    fetched the file. Apple's own list is https://www.apple.com/certificateauthority/. The subject must be CN = Apple Root CA - G3, OU = Apple Certification Authority, O = Apple Inc.
    Then put the file beside runrate.json5 and name it there:

      appStore: { verify: true, roots: ["AppleRootCA-G3.cer"] },

    """
}

/// What assistants need to start `runrate mcp`: one server, in the form of three programs.
struct AssistantSettings {
  let program: String
  let reports: String

  var text: String {
    """
    // Claude Desktop: claude_desktop_config.json; Cursor: .cursor/mcp.json
    \(settings("mcpServers", server).page)
    // VS Code: .vscode/mcp.json
    \(settings("servers", [.init("type", .string("stdio"))] + server).page)
    """
  }

  private var server: [JSONValue.Member] {
    let arguments = ["mcp", "--reports", reports].map { JSONValue.string($0) }
    return [.init("command", .string(program)), .init("args", .onOneLine(.array(arguments)))]
  }

  private func settings(_ name: String, _ server: [JSONValue.Member]) -> JSONValue {
    .members([name: .members(["runrate": .object(server)])])
  }
}

/// A script for DuckDB: a typed view of every published table, and the database.
struct DuckDBScript {
  let reports: String
  let database: String

  var text: String {
    """
    -- The latest report as typed views: SELECT * FROM runrate.churn;
    CREATE SCHEMA IF NOT EXISTS runrate;
    \(ReportSchema.all.map(view).joined())
    -- The database of the events, for reading: SELECT * FROM events.revenue_by_day;
    INSTALL sqlite;
    LOAD sqlite;
    ATTACH \(Self.quoted(database)) AS events (TYPE sqlite, READ_ONLY);

    """
  }

  private func view(_ file: TableSchema) -> String {
    let columns = file.columns.map { "'\($0.name)': '\($0.kind.duckDBType)'" }
    let path = Self.quoted("\(reports)/latest/csv/\(file.name).csv")
    let comments = file.columns.map {
      "COMMENT ON COLUMN runrate.\(file.name).\(Self.name($0.name)) IS \(Self.quoted($0.meaning));\n"
    }
    return """

      CREATE OR REPLACE VIEW runrate.\(file.name) AS SELECT * FROM read_csv(
        \(path), header = true, delim = ',', quote = '"', escape = '"', auto_detect = false,
        columns = {\(columns.joined(separator: ", "))});
      COMMENT ON VIEW runrate.\(file.name) IS \(Self.quoted(file.meaning));
      \(comments.joined())
      """
  }

  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }

  static func name(_ text: String) -> String { "\"\(text)\"" }
}

extension Table.Kind {
  /// What DuckDB reads a column as; months stay texts, as the file has them.
  fileprivate var duckDBType: String {
    switch self {
    case .text, .month, .period: "VARCHAR"
    case .count: "BIGINT"
    case .money: "DECIMAL(18,2)"
    case .rate, .number: "DECIMAL(18,6)"
    case .day: "DATE"
    case .flag: "BOOLEAN"
    }
  }
}
