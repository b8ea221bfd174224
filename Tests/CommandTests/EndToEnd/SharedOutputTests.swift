import Foundation
import Testing
import Values

@testable import Command
@testable import Reports

/// `--share`, in every file and every word: what two people of a small country paid, and what could
/// be subtracted to find it out.
@Suite struct SharedOutputTests {
  private let bench: CLIFixture

  /// Two people pay 15.54 in LI, the only ones of their product; twenty pay 199.80 in FR.
  private static let payments: [(country: String, people: Int, product: String, price: String)] = [
    ("DE", 40, "month", "9.99"), ("FR", 20, "month", "9.99"), ("LI", 2, "princely", "7.77"),
  ]
  private static let secrets = ["15.54", "199.80", "199.8", "15540000"]

  private static let configuration = """
    {
      products: {
        month: { period: "P1M", price: 9.99 }, princely: { period: "P1M", price: 1 },
        year: { period: "P1Y", price: 99 },
      },
      alerts: [
        { name: "small", metric: "revenue.net", where: { country: "LI" }, window: 28,
          compare: "above", threshold: 1 },
        { name: "partner", metric: "daily_segments.mrr", where: { country: "FR" },
          compare: "above", threshold: 1, severity: "critical" },
        { name: "by", metric: "revenue.net", by: "country", window: 28, compare: "above",
          threshold: 1 },
      ],
    }
    """

  init() throws {
    bench = try CLIFixture()
    try bench.write(Self.configuration, to: "c.json5")
    let lines = Self.payments.flatMap { payment in
      (1...payment.people).map { person in
        #"{"event":"purchased","timestamp":"2026-05-10T10:00:00Z","user_id":"\#(payment.country)\#(person)","product_id":"\#(payment.product)","price":\#(payment.price),"currency":"USD","country":"\#(payment.country)"}"#
      }
    }
    try bench.write(lines.joined(separator: "\n") + "\n", to: "log.ndjson")
  }

  /// Everything that a run says and writes, by name; of the workbook each part.
  private func everything(_ more: [String] = []) throws -> [String: String] {
    let answer = bench.runrate(
      [
        "run", bench.path("log.ndjson"), "--config", bench.path("c.json5"), "--as-of",
        "2026-05-10",
      ] + more)
    #expect(answer.isReported)
    var said = ["(output)": answer.output, "(errors)": answer.errors]
    let folder = bench.path("reports/2026-05-10/")
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let bytes = Array(FileManager.default.contents(atPath: folder + name) ?? Data())
      guard name.hasSuffix(".xlsx") else {
        said[name] = String(decoding: bytes, as: UTF8.self)
        continue
      }
      for (part, content) in try ZipReader(bytes).parts() {
        said["\(name)/\(part)"] = String(decoding: content, as: UTF8.self)
      }
    }
    return said
  }

  /// The texts in which a number stands as a whole.
  private func places(of number: String, in said: [String: String]) throws -> [String] {
    let whole = try Regex("(^|[^0-9.])\(number.replacing(".", with: "\\."))($|[^0-9])")
    return said.filter { $0.value.contains(whole) }.map(\.key).sorted()
  }

  @Test(
    "Neither the small number nor its partner is in any file or message",
    arguments: [[], ["--verbose"], ["--json"]])
  func nowhere(more: [String]) throws {
    let shown = try everything()
    let told = try Self.secrets.flatMap { try places(of: $0, in: shown) }
    for kind in [".csv", ".md", ".html", ".json", ".xml"] {
      #expect(told.contains { $0.hasSuffix(kind) }, "nothing to be hidden in \(kind): \(told)")
    }
    let shared = try everything(["--share"] + more)
    for secret in Self.secrets {
      #expect(try places(of: secret, in: shared) == [], "\(secret)")
    }
  }
}
