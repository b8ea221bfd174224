import Foundation
import Settings
import Support
import Testing
import Values

@testable import Command

/// What `print` prints is understood by the programs that it is for, where they are installed.
struct PrintCommandTests {
  private let folder: Scratch

  init() throws { folder = try Scratch() }

  private func printed(_ words: String) -> String {
    let recording = Recording()
    #expect(
      Program.run(["print"] + words.split(separator: " ").map(String.init), on: recording.console())
        == .allWell)
    #expect(recording.errors.isEmpty)
    return recording.output
  }

  @Test(
    "A word that means nothing is told with those that do",
    arguments: [
      ("units", "\"units\" means nothing here: expected one of service, timer, cron"),
      ("completion", "missing argument: SHELL"),
      ("completion csh", "expected one of bash, zsh, fish"),
      ("man bash", "the argument \"bash\" is one too many"),
    ])
  func mistakes(words: String, message: String) {
    let recording = Recording()
    let arguments = ["print"] + words.split(separator: " ").map(String.init)
    #expect(Program.run(arguments, on: recording.console()) == .usage)
    #expect(recording.errors.contains(message))
  }

  @Test(
    "systemd accepts the service and the timer (skipped where systemd-analyze is not installed)",
    .enabled(if: Tool.isInstalled("systemd-analyze")))
  func units() throws {
    let service = printed("service").replacing("User=runrate", with: "User=root")
    let path = try folder.write(service, to: "runrate.service")
    try folder.write(printed("timer"), to: "runrate.timer")
    let answer = try Tool.run(
      "systemd-analyze", ["verify", "--man=no", path, folder("runrate.timer")])
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(!answer.errors.contains("Unknown"), "\(answer.errors)")
    let time = try #require(printed("timer").split(separator: "\n").first { $0.hasPrefix("OnCal") })
    let calendar = try Tool.run("systemd-analyze", ["calendar", String(time.dropFirst(11))])
    #expect(calendar.code == 0)
    #expect(calendar.output.contains("04:15:00 UTC"))
  }

  @Test("The timer runs in the time zone of the configuration, in UTC without one")
  func zone() throws {
    #expect(printed("timer").contains("\nOnCalendar=*-*-* 04:15:00 UTC\n"))
    let config = try folder.write("{ timezone: 'America/New_York' }", to: "c.json5")
    let timer = printed("timer --config \(config)")
    #expect(timer.contains("\nOnCalendar=*-*-* 04:15:00 America/New_York\n"))
  }

  @Test("No zone skips the time at which the timer runs, in any night of these twenty years")
  func everyNight() throws {
    var skipped: [String] = []
    for name in TimeZone.knownTimeZoneIdentifiers {
      let zone = try #require(TimeZone(identifier: name))
      var at = Date(timeIntervalSince1970: 1_577_836_800)
      while let next = zone.nextDaylightSavingTimeTransition(after: at), next > at,
        next.timeIntervalSince1970 < 2_240_000_000
      {
        at = next
        let after = zone.secondsFromGMT(for: next)
        let before = zone.secondsFromGMT(for: next.addingTimeInterval(-1))
        let begin = (Int(next.timeIntervalSince1970) + before) % 86_400
        let skips = begin..<(begin + max(0, after - before))
        if skips.contains(4 * 3600 + 15 * 60) { skipped.append("\(name) \(next)") }
      }
    }
    #expect(skipped.isEmpty)
    #expect(SystemFiles.time == "04:15")
  }

  @Test("Units name absolute places, those of the options where they are absolute")
  func places() {
    let usual = printed("service")
    #expect(usual.contains(" --database /var/lib/runrate/runrate.db "))
    #expect(!usual.contains("ReadWritePaths"))
    let own = printed("service --database /srv/db/r.db --reports relative")
    #expect(own.contains(" --database /srv/db/r.db "))
    #expect(own.contains("\nReadWritePaths=/srv/db\n"))
    #expect(own.contains("--reports /var/lib/runrate/reports"))
  }

  @Test("The service takes the logs from its environment, the line for cron names them")
  func logs() {
    let service = printed("service")
    #expect(service.contains("\nEnvironment=RUNRATE_LOGS=/var/log/app\n"))
    #expect(service.contains("\nEnvironmentFile=-/etc/runrate/environment\n"))
    #expect(service.contains(" run $RUNRATE_LOGS --quiet --config /etc/runrate/runrate.json5 "))
    #expect(printed("cron").contains(" run /var/log/app --quiet --config "))
  }

  @Test(
    "The shells accept their completions (skipped for those that are not installed)",
    arguments: Shell.allCases)
  func syntax(shell: Shell) throws {
    guard Tool.isInstalled(shell.rawValue) else { return }
    let path = try folder.write(printed("completion \(shell.rawValue)"), to: "script")
    let answer = try Tool.run(shell.rawValue, ["-n", path])
    #expect(answer.code == 0, "\(answer.errors)")
  }

  @Test(
    "bash offers commands, options, choices and files",
    arguments: [
      ("runrate re", ["rejected", "report"]),
      ("runrate run --verb", ["--verbose"]),
      ("runrate --quiet simulate --incident pay", ["paywall"]),
      ("runrate print comp", ["completion"]),
      ("runrate print completion f", ["fish"]),
      ("runrate run --config /etc/host", ["/etc/hostname", "/etc/hosts"]),
      ("runrate backup --d", ["--database"]),
      ("runrate report --format xl", ["xlsx"]),
    ])
  func bash(line: String, expected: [String]) throws {
    let words = line.split(separator: " ").map { "'\($0)'" }
    let script = try folder.write(
      printed("completion bash")
        + """
        COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
        _runrate
        printf '%s\\n' "${COMPREPLY[@]}"
        """, to: "script")
    let answer = try Tool.run("bash", [script])
    #expect(answer.errors.isEmpty)
    let found = answer.output.split(separator: "\n").map(String.init)
    #expect(expected.allSatisfy(found.contains), "\(found)")
    #expect(found.allSatisfy { $0.hasPrefix(line.split(separator: " ").last ?? "") })
  }

  @Test(
    "fish offers what follows (skipped where it is not installed)",
    .enabled(if: Tool.isInstalled("fish")),
    arguments: [
      ("runrate re", "report"), ("runrate run --verb", "--verbose"),
      ("runrate simulate --incident pay", "paywall"),
    ])
  func fish(line: String, expected: String) throws {
    let script = printed("completion fish") + "complete -C \"\(line)\"\n"
    let answer = try Tool.run("fish", [try folder.write(script, to: "script")])
    #expect(answer.errors.isEmpty)
    #expect(answer.output.contains(expected), "\(answer.output)")
  }

  @Test("The printed configuration has every setting, and means the defaults")
  func configuration() throws {
    let text = printed("config")
    let settings = try Settings.parse(Array(text.utf8), file: "runrate.json5")
    #expect(settings.fingerprint == Settings().fingerprint)
    #expect(settings.privacy == PrivacySettings() && settings.digest == DigestSettings())
    for key in keys(Settings.guide) { #expect(text.contains("\(key): "), "\(key)") }
  }

  private func keys(_ settings: [SettingDeclaration]) -> [String] {
    settings.flatMap { [$0.key] + keys($0.form.fields()) }
  }

  @Test("Every completion and the manual know every command and option")
  func complete() {
    for text in Shell.allCases.map(\.completion) + [printed("man").replacing("\\-", with: "-")] {
      for command in CommandList.configurations {
        #expect(text.contains(command.name))
        for option in command.allOptions { #expect(text.contains(option.name.dropFirst(2))) }
      }
    }
  }

  @Test(
    "The manual has no fault (skipped where man is not installed)",
    .enabled(if: Tool.isInstalled("man")))
  func manual() throws {
    let path = try folder.write(printed("man"), to: "runrate.1")
    let answer = try Tool.run("man", ["--warnings", "-l", path])
    #expect(answer.code == 0)
    #expect(answer.errors.isEmpty, "\(answer.errors)")
    #expect(answer.output.contains("--as-of"))
  }
}

/// A program of the system.
enum Tool {
  static func isInstalled(_ name: String) -> Bool { path(of: name) != nil }

  /// True where the system's Python has a module.
  static func python(with module: String) -> Bool {
    isInstalled("python3") && (try? run("python3", ["-c", "import \(module)"]))?.code == 0
  }

  private static func path(of name: String) -> String? {
    let others = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return (["/usr/bin", "/usr/sbin"] + others).map { "\($0)/\(name)" }
      .first(where: FileManager.default.isExecutableFile)
  }

  static func run(_ name: String, _ arguments: [String]) throws -> (
    code: Int32, output: String, errors: String
  ) {
    try Binary.run(arguments, at: try #require(path(of: name)))
  }
}
