import Values

/// What a customer id says (SPEC 3, Identity).
enum CustomerID {
  /// Whether an id is none: the all-zero UUID.
  static func isNone(_ text: UnsafeRawBufferPointer) -> Bool {
    guard text.count == 36, text[0] == 48 else { return false }
    for i in 0..<36 {
      let isDash = i == 8 || i == 13 || i == 18 || i == 23
      guard text[i] == (isDash ? 45 : 48) else { return false }
    }
    return true
  }
}
