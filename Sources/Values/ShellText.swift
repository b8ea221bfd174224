/// Text for a command line.
package enum ShellText {
  /// As one word of a POSIX shell: in single quotes unless it is plain.
  package static func quoted(_ text: String) -> String {
    let plain = text.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "=._-:@".contains($0))
    }
    return plain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
