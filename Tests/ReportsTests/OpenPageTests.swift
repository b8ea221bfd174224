import Foundation
import Metrics
import Testing

@testable import Reports

/// The page as a browser shows it, on a phone (360 px) and a desk (1100 px).
@Suite(.enabled(if: OtherProgram.chromium != nil, "chromium is not installed"))
struct OpenPageTests {
  enum Scheme: Int, CaseIterable { case dark, light }

  static let cases: [(String, Figures)] = [
    ("usual", Fixture.figures), ("empty", Fixture.empty), ("first night", Fixture.firstNight),
    ("long names", Fixture.extreme), ("one month", Fixture.oneMonth),
    ("six years", Fixture.longHistory),
  ]

  /// Nothing wider than the screen, no text over other text, outside its picture or smaller than 9
  /// pixels, every text with a contrast of 4.5 at least, one drawing of each picture, nothing on
  /// the console: so no script and no style was refused.
  @Test(arguments: cases.indices, Scheme.allCases)
  func everythingFitsAndCanBeRead(index: Int, scheme: Scheme) throws {
    let (name, figures) = OpenPageTests.cases[index]
    let scratch = try ScratchFolder()
    let page = scratch.path + "/index.html"
    try writeFile(Array(Page.text(figures).utf8), to: page)
    let result = try open(
      "file://\(OtherProgram.reader("measure.html"))?file://\(page)", scheme, in: scratch)
    let found = result.output.firstMatch(of: #/<pre id="found">([^<]*)</#).map { String($0.1) }
    let lines = found?.split(separator: "\n").filter { !$0.contains("looked at") } ?? []
    #expect(lines.isEmpty, "\(name): \(lines.prefix(20).joined(separator: "\n"))")
    let pictures = Page.text(figures).matches(of: #/class="chart (broad|spark)"/#).count
    for width in [360, 1100] {
      #expect(
        found?.contains("\(width): looked at \(pictures) pictures, \(scheme)") ?? false,
        "\(name): \(found ?? result.errors)")
    }
    #expect(!result.errors.contains("CONSOLE"), "\(result.errors)")
  }

  private func open(
    _ address: String, _ scheme: Scheme, in scratch: ScratchFolder
  ) throws -> OtherProgram.Result {
    guard let chromium = OtherProgram.chromium else { throw CocoaError(.fileNoSuchFile) }
    return try chromium.run([
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--user-data-dir=\(scratch.path)/profile", "--allow-file-access-from-files",
      "--blink-settings=preferredColorScheme=\(scheme.rawValue)", "--virtual-time-budget=30000",
      "--enable-logging=stderr", "--dump-dom", address,
    ])
  }
}
