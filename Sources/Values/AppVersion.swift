/// The version of an app as stores order them: numbers between dots, of which missing ones are 0.
/// What follows a number within its part does not count: `3.2.0-beta` is `3.2`.
package struct AppVersion: Hashable, Sendable {
  /// Without zeros at the end.
  private let numbers: [Int]

  /// Nil where the text does not begin with a number.
  package init?(_ text: some StringProtocol) {
    var numbers: [Int] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let digits = part.prefix { $0.isASCII && $0.isNumber }
      guard let number = Int(digits) else { break }
      numbers.append(number)
      if digits.count < part.count { break }
    }
    guard !numbers.isEmpty else { return nil }
    while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
    self.numbers = numbers
  }
}

extension AppVersion: Comparable {
  package static func < (a: AppVersion, b: AppVersion) -> Bool {
    a.numbers.lexicographicallyPrecedes(b.numbers)
  }
}

extension AppVersion: CustomStringConvertible {
  package var description: String { numbers.map(String.init).joined(separator: ".") }
}
