import Testing

@testable import Store

struct IdentifierScannerTests {
  @Test(
    "An address of mail is found however it is written",
    arguments: [
      ("JÜRGEN@Example.com", "from jürgen@example.com, again"),
      ("jürgen@example.com", "JÜRGEN@EXAMPLE.COM"),
      // Composed, and of a letter and its mark.
      ("j\u{FC}rgen@example.com", "(ju\u{308}rgen@example.com)"),
      ("ju\u{308}rgen@example.com", "J\u{DC}RGEN@example.com"),
      ("ΜΑΡΊΑ@example.gr", "μαρία@example.gr"),
    ])
  func addresses(id: String, text: String) throws {
    let scanner = IdentifierScanner([Array(id.utf8)])
    #expect(try scanner.finds(in: Array(text.utf8)))
  }

  @Test("Other ids are found as they are, as whole words")
  func ids() throws {
    let scanner = IdentifierScanner([Array("Kunde-Ü1".utf8)])
    #expect(try scanner.finds(in: Array("x Kunde-U\u{308}1".utf8)))
    #expect(try !scanner.finds(in: Array("kunde-ü1".utf8)))
    #expect(try !scanner.finds(in: Array("Kunde-Ü12".utf8)))
  }
}
