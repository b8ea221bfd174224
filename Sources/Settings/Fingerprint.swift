package import Values

/// Gathers named facts and hashes them, the same on every machine and in every release.
///
/// Each fact is written with its length, so that no two sets of facts give one text.
package struct Fingerprint {
  private var text = ""

  package init() {}

  /// Adds a fact; nil is a fact too.
  package mutating func add(_ name: String, _ value: (some CustomStringConvertible)?) {
    let shown = value.map(\.description)
    text += "\(name) \(shown.map { "\($0.utf8.count)" } ?? "-") \(shown ?? "")\n"
  }

  /// Adds a share; 0.15 and 0.150 are one.
  package mutating func add(_ name: String, _ value: Fraction?) {
    add(name, value.map { $0.reducedText })
  }

  /// Adds an amount of money.
  package mutating func add(_ name: String, _ value: Amount?) { add(name, value?.micros) }

  /// 128 bits in hexadecimal digits.
  package var hash: String {
    var text = text
    return text.withUTF8 { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      return [stableHash(raw), stableHash(raw, seed: 0x5851_F42D_4C95_7F2D)]
        .map { hash in
          let digits = String(hash, radix: 16)
          return String(repeating: "0", count: 16 - digits.count) + digits
        }
        .joined()
    }
  }
}

extension Fraction {
  /// `3/20` for 0.15 as for 0.150.
  fileprivate var reducedText: String {
    var (a, b) = (numerator.magnitude, denominator.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    let divisor = Int64(max(a, 1))
    return "\(numerator / divisor)/\(denominator / divisor)"
  }
}
