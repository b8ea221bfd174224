/// How reports call whom and what a log names by an id: a letter, and the hexadecimal digits of its
/// number in the database.
package enum Pseudonym: String {
  case customer = "c"
  case transaction = "t"

  /// `c163eff4d9f5e584`.
  package func text(_ number: Int64) -> String { rawValue + String(number, radix: 16) }

  /// The number of one that ``text(_:)`` has written; nil for anything else.
  package func number(_ text: String) -> Int64? {
    text.hasPrefix(rawValue) ? Int64(text.dropFirst(), radix: 16) : nil
  }
}
