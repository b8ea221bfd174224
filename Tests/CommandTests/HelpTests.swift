import Testing

@testable import Command
import Values

struct HelpTests {
  @Test("The general help lists every command, every common option and every exit code")
  func general() {
    let help = HelpText.text(for: nil)
    for command in CommandList.configurations {
      #expect(help.contains("  \(command.usage)  "))
    }
    for option in OptionDeclaration.common { #expect(help.contains(option.usage)) }
    for code in ExitCode.allCases { #expect(help.contains("\(code.rawValue)")) }
  }

  @Test("A command's help lists every option and example", arguments: CommandList.names)
  func command(name: String) throws {
    let command = try #require(CommandList.named(name)).configuration
    let help = HelpText.text(for: name)
    #expect(help.contains("Usage: runrate \(command.usage) [OPTIONS]"))
    for option in command.options { #expect(help.contains("  \(option.usage)")) }
    for example in command.examples { #expect(help.contains(example.line)) }
    #expect(!command.examples.isEmpty)
  }

  @Test("A command's help tells its own options, and those of all commands in one line")
  func ownOptions() {
    let help = HelpText.text(for: "explain")
    #expect(help.contains("\nOptions:\n  --on DAY"))
    #expect(!help.contains("  --database PATH"))
    let common = help.split(separator: "\n").filter { $0.contains("--database") }
    #expect(common.map(String.init) == [HelpText.commonOptions])
  }

  @Test("Lines stay within 80 columns", arguments: [nil] + CommandList.names)
  func width(name: String?) {
    for line in HelpText.text(for: name).split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test("Every example is a command line that can be read", arguments: CommandList.names)
  func examples(name: String) throws {
    let command = try #require(CommandList.named(name)).configuration
    for example in command.examples {
      let words = example.line.split(separator: " ").map(String.init)
      let start = try #require(words.firstIndex(of: "runrate"))
      let own = words[(start + 1)...].prefix { !["|", "||", ">"].contains($0) }
      guard case .perform(let invocation) = try ArgumentParser.parse(Array(own)) else {
        Issue.record("\(example.line) does nothing")
        continue
      }
      #expect(invocation.command.configuration.name == name)
    }
  }

  @Test("No option is declared twice, and every one says what it is for")
  func declarations() {
    for command in CommandList.configurations {
      let names = command.allOptions.flatMap { [$0.name] + ($0.short.map { [$0] } ?? []) }
      #expect(Set(names).count == names.count)
      for option in command.allOptions { #expect(!option.help.isEmpty) }
    }
  }
}

struct MarkdownTablesTests {
  @Test("The tables have a row for every command and exit code")
  func rows() {
    func rows(_ table: String) -> Int { table.split(separator: "\n").count - 2 }
    #expect(rows(MarkdownTables.commands) == CommandList.all.count)
    #expect(rows(MarkdownTables.exitCodes) == ExitCode.allCases.count)
    #expect(MarkdownTables.commands.contains("| `runrate ingest LOGS…` | Read log lines"))
  }
}
