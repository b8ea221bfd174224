/// ISO 3166-1 codes by what stores and analytics write instead.
package enum Countries {
  /// The alpha-2 code in capitals of a name, an alpha-3 or an alpha-2 code; any other text itself,
  /// in capitals.
  package static func standardCode(of text: String) -> String {
    let code = code(of: text)
    let letters = [UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)]
    return code == 0 ? text.uppercased() : String(decoding: letters, as: UTF8.self)
  }

  /// The two letters of the alpha-2 code as `first << 8 | second`; 0 for a text that is neither a
  /// name nor an alpha-3 code.
  package static func code(of text: String) -> Int32 { codes[folded(text)] ?? 0 }

  /// Names differ in case, in `&` and in the apostrophe.
  private static func folded(_ text: String) -> String {
    String(
      text.lowercased().map { $0 == "\u{2019}" ? "'" : $0 }
        .split(separator: "&", omittingEmptySubsequences: false).joined(separator: "and"))
  }

  private static let codes: [String: Int32] = {
    var codes: [String: Int32] = [:]
    for line in names.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
      let letters = Array(parts[0].utf8)
      let code = Int32(letters[0]) << 8 | Int32(letters[1])
      codes[folded(parts[1])] = code
      for name in parts[2].split(separator: "|") { codes[folded(String(name))] = code }
    }
    return codes
  }()
}
