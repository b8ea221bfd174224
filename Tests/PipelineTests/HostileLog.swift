import Foundation
import Support
import Testing
import Values

@testable import Command

/// A log in which every text that an event can carry is an attack, and what becomes of it.
struct HostileLog {
  /// The marker that every attack carries, so that it is found wherever it turns up.
  static let marker = "evil"

  /// Spreadsheet formulas (OWASP, "CSV Injection", with the full-width forms that spreadsheets
  /// take for the others), and markup of every format that reports are written in.
  static let attacks: [String] =
    ["=", "+", "-", "@", "\t=", "\r=", "\n=", "＝", "＋", "－", "＠", "\u{200B}=", "\u{FEFF}="]
    .map { $0 + "evil|' /C calc'!A0" } + [
      "=HYPERLINK(\"http://evil.example\",\"x\")", "\",=1+evil,\"", "x\r\n=evil()",
      "<script>evil()</script>", "\"><img src=x onerror=evil()>", "'><svg/onload=evil()>",
      "</style><b>evil", "</text><a href=\"evil\">x</a>", "]]><evil>", "<!--evil", "&lt;evil&gt;",
      "[evil](http://evil.example)", "![evil](http://evil.example/x.png)", "|evil|---|",
      "`evil`", "**evil**", "# evil", "- evil", "1. evil", "http://evil.example",
      "www.evil.example",
      "evil@evil.example", "<http://evil.example>", "[^evil]: x", "\\[evil](x)",
      "<!channel> evil", "<@U123|evil>", "<http://evil.example|evil>", "&evil;",
      "evil\"} 1\nevil_metric 2", "evil\\", "evil\\\"", "evil{a=\"b\"}", "{{evil}}", "${evil}",
      "%evil",
      "evil'); DROP TABLE run; --", "\" OR evil=1 --", "../../evil", "/etc/evil", "evil\u{0}x",
      "evil\u{1B}[31mred", "evil\u{202E}gpj.exe", "evil\u{2066}x\u{2069}", "evil\u{85}x",
      "evil\u{2028}x", "e\u{301}vil evil" + String(repeating: "\u{301}", count: 500),
      "evil" + String(repeating: "x", count: 5000), "\u{E0041}evil", "evil\u{FFFE}",
    ]

  /// What may stand in no file, in whatever place: it would steer a terminal or turn text around.
  static func isBidiControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 10: false
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF:
      true
    default: false
    }
  }

  /// The events of one person for each attack. With `isTame` the same log without attacks: words
  /// in their place, which need nothing to be escaped.
  static func lines(isTame: Bool) -> String {
    attacks.enumerated().map { number, attack in
      events(isTame ? "plain\(number)" : attack, number)
    }.joined()
  }

  private static func events(_ text: String, _ number: Int) -> String {
    let day = padded(number % 20 + 1, 2)
    let common = [
      "user_id": "\(text)\(number)", "country": text, "channel": text, "platform": text,
      "campaign": text, "app_version": text,
    ]
    func line(_ event: String, hour: Int, _ more: [String: String] = [:]) -> String {
      var fields = common.merging(more) { $1 }
      fields["event"] = event
      fields["event_id"] = "\(text)\(number)-\(hour)-\(event)"
      fields["timestamp"] = "2026-05-\(day)T\(padded(hour, 2)):00:00Z"
      let members = fields.sorted { $0.key < $1.key }.map {
        JSONValue.Member($0.key, .string($0.value))
      }
      return JSONValue.object(members).line + "\n"
    }
    let shop = ["paywall_id": text, "trigger": text, "experiment": text, "variant": text]
    // Without space around them, some attacks are the same.
    let transaction = "\(text)\(number)"
    let sale = [
      "product_id": text, "tier": text, "offer_code": text, "transaction_id": transaction,
    ]
    return line("app_installed", hour: 1) + line("paywall_shown", hour: 2, shop)
      + line("purchase_started", hour: 3, shop) + line("trial_started", hour: 4, sale)
      + line(
        "purchased", hour: 5,
        sale.merging(["price": "9.99", "currency": "USD", "period": "P1M"]) { $1 })
      + line("cancelled", hour: 6, ["reason": text, "product_id": text])
      + line("refunded", hour: 7, ["transaction_id": transaction, "reason": text])
      + line("purchase_failed", hour: 8, ["error": text])
      + line("feature_used", hour: 9, ["feature": text, "access": text])
      + line("referral_recorded", hour: 10, ["referrer_id": text])
      + line("receipt_validated", hour: 11, ["ok": text])
      + line(text, hour: 12)
  }
}

/// What the whole program makes of a log: every file of the report, by name.
struct Published {
  private let scratch: Scratch
  private(set) var files: [String: [UInt8]] = [:]

  init(_ log: String, named name: String) throws {
    scratch = try Scratch()
    try scratch.write(log, to: "logs/\(name)")
    let config = try scratch.write("{}", to: "runrate.json5")
    let code = Program.run(
      [
        "run", scratch("logs"), "--config", config, "--database", scratch("runrate.db"),
        "--reports", scratch("reports"), "--as-of", "2026-06-30",
      ], on: .silent)
    guard code.rawValue <= ExitCode.unjudged.rawValue else { throw Failure(code: code) }
    let root = scratch("reports/2026-06-30")
    let names = try #require(FileManager.default.subpaths(atPath: root))
    for name in names {
      if let content = FileManager.default.contents(atPath: root + "/" + name),
        !isFolder(root, name)
      {
        files[name] = Array(content)
      }
    }
  }

  struct Failure: Error { let code: ExitCode }

  private func isFolder(_ root: String, _ name: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: root + "/" + name, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// The files with that ending, as text.
  func texts(_ ending: String) -> [(name: String, text: String)] {
    files.filter { $0.key.hasSuffix(ending) }.sorted { $0.key < $1.key }.map {
      ($0.key, String(decoding: $0.value, as: UTF8.self))
    }
  }
}
