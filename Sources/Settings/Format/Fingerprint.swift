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

// Fingerprints are made of what the settings of an effect say, as a configuration without needless
// words would: comments, order of keys and spelled-out defaults make no difference. The content of
// files has fingerprints of its own.

extension Settings {
  /// Tells configurations apart that can give different reports.
  package var fingerprint: String {
    var facts = Fingerprint()
    facts.add("read", ingestFingerprint)
    facts.add("else", written([.folded, .judged, .said])?.line)
    return facts.hash
  }

  /// Changes where other lines may be accepted: then the next run asks for `ingest --again`.
  package var ingestFingerprint: String {
    var facts = Fingerprint()
    if let written = written(.read) { facts.addReading("", written) }
    return facts.hash
  }

  /// Changes where facts of the same events may: then every customer is folded again.
  package var foldFingerprint: String {
    var facts = Fingerprint()
    facts.add("folded", written(.folded)?.line)
    return facts.hash
  }
}

extension Fingerprint {
  /// What is read has the short names that databases remember: with others, every one of them would
  /// ask for all logs again. No two of these settings may have the same key.
  fileprivate mutating func addReading(_ key: String, _ value: JSONValue) {
    switch value {
    case .object(let members) where key.hasSuffix("Names"):
      for member in members {
        add(String(key.dropLast("Names".count)), member.name)
        addReading("is", member.value)
      }
    case .object(let members):
      for member in members { addReading(member.name, member.value) }
    case .array(let values):
      for value in values { addReading(String(key.dropLast()), value) }
    case .bool(let isSet): if isSet { add(key, 1) }
    case .string(let text): add(key, text)
    default: add(key, value.line)
    }
  }
}
