import Metrics
import Testing
import Values

@testable import Reports

@Suite struct PageTests {
  @Test func thePageIsAsItWas() throws {
    try expectGolden(Page.text(Fixture.empty), "page-empty.html")
  }

  @Test func aRowSaysWhichCellsAreQuoted() {
    let page = Page.text(Fixture.figures)
    for file in ["churn.csv#month=", "revenue.csv#grain=month,period="] {
      #expect(page.contains("<tr title=\"csv/\(file)"), "\(file)")
    }
  }

  @Test func nothingInThePageNeedsTheNetworkAScriptOrAnInlineStyle() {
    let page = Page.text(Fixture.figures)
    for forbidden in ["<script", "style=\"", "src=", "@import", "url(http", "javascript:", " on"] {
      let isInText = forbidden == " on" && !page.contains("onclick") && !page.contains("onload")
      #expect(isInText || !page.contains(forbidden), "\(forbidden)")
    }
    #expect(page.contains("default-src 'none'; style-src 'sha256-"))
  }

  @Test func textFromLogsCannotBecomeElements() {
    var figures = Fixture.figures
    figures.alerts[0].message = "<img src=x onerror=alert(1)>\"'"
    figures.inputs[2].path = "</p><script>alert(1)</script>"
    let page = Page.text(figures)
    #expect(!page.contains("<img") && !page.contains("<script"))
  }

  @Test func everyIdIsThereOnce() {
    let page = Page.text(Fixture.figures)
    let ids = page.matches(of: #/ id="([^"]+)"/#).map { String($0.1) }
    #expect(Set(ids).count == ids.count)
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func theHashIsSHA256(message: String, expected: String) {
    let hex = SHA256.digest(Array(message.utf8)).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
    #expect(hex.joined() == expected)
  }
}
