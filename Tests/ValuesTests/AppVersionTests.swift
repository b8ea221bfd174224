import Testing

@testable import Values

@Suite struct AppVersionTests {
  @Test(
    "Versions stand in the order of their numbers",
    arguments: [
      ("3.9", "3.10"), ("3.9.9", "3.10"), ("3.2", "3.2.1"), ("3", "3.0.1"), ("2.99", "3"),
      ("1.2-beta.9", "1.3"),
    ])
  func order(_ earlier: String, _ later: String) throws {
    #expect(try #require(AppVersion(earlier)) < #require(AppVersion(later)))
  }

  @Test(
    "What does not change the number does not change the version",
    arguments: [("3.2", "3.2.0"), ("3.2.0-beta", "3.2"), ("3.2 (417)", "3.2"), ("03.2", "3.2")])
  func equal(_ a: String, _ b: String) throws {
    #expect(try #require(AppVersion(a)) == #require(AppVersion(b)))
  }

  @Test("What does not begin with a number is no version", arguments: ["", "beta", ".1", "v3"])
  func none(_ text: String) {
    #expect(AppVersion(text) == nil)
  }
}
