import Values

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

  /// Tells configurations apart that can accept different lines: when it changes, the next run
  /// asks for `ingest --again`.
  package var ingestFingerprint: String {
    var facts = Fingerprint()
    if let written = written(.read) { facts.addReading("", written) }
    return facts.hash
  }

  /// Tells configurations apart that can give different facts for the same events: when it
  /// changes, every customer is folded again.
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
