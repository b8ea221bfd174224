import Testing

@testable import Command

/// Variants of an experiment are told apart by their names as they are written.
@Suite struct VariantSpellingTests {
  @Test("Variants that differ by case alone are told, as who has seen both is left out")
  func spellings() throws {
    let bench = try CLIFixture()
    let exposures = [("u1", "Blue"), ("u1", "blue"), ("u2", "red"), ("u3", "Blue")]
    let lines = exposures.enumerated().map { number, exposure in
      """
      {"event":"experiment_exposed","timestamp":"2026-04-03T10:0\(number):00Z",\
      "user_id":"\(exposure.0)","experiment":"button","variant":"\(exposure.1)"}
      """
    }
    let others = lines + [lines[3].replacing("u3", with: "u4").replacing("Blue", with: "blue")]
    let log = try bench.write(others.joined(separator: "\n") + "\n", to: "a.ndjson")
    let errors = bench.runrate("run", log, "--as-of", "2026-04-30").errors
    let item = "variants of experiments that differ by case alone: 1; Blue, blue of button"
    #expect(errors.contains("warning: \(item)"), "\(errors)")
  }
}
