import Metrics
import Settings
import Testing

@testable import Reports

@Suite struct DigestGoldenTests {
  private let digest = Digest(
    Fixture.figures, of: .daily, link: "https://reports.example.com/{day}/index.html")

  @Test("A digest in each of its forms is as it was")
  func forms() throws {
    try expectGolden(digest.markdown, "digest.md")
    try expectGolden(digest.text, "digest.txt")
    try expectGolden(digest.html, "digest.html")
  }

  @Test("Before anything happened a digest says nothing wrong, and is whole")
  func empty() {
    let digest = Digest(Fixture.empty, of: .weekly, link: nil)
    #expect(digest.changes.isEmpty)
    #expect(digest.text.contains("FIGURES"))
    #expect(!digest.html.contains("The whole report"))
  }

  @Test("No line of the text is wider than a terminal")
  func width() {
    for line in digest.text.split(separator: "\n") { #expect(line.count <= 78, "\(line)") }
  }
}
