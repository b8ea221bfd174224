import Values

/// Whether the ids of users come in two forms: as the app writes them, and as the SHA-256 of these
/// that stores hold.
package struct UserIDForms: Sendable {
  /// So many ids of each form are looked at.
  private static let most = 20_000
  private static let hashDigits = 64

  private var hashes: Set<[UInt8]> = []
  private var hashesOfIDs: Set<[UInt8]> = []

  /// Notes the id of a line.
  mutating func note(_ id: Slice<UnsafeRawBufferPointer>) {
    let bytes = Array(id)
    if bytes.count == Self.hashDigits, bytes.allSatisfy(Self.isHexadecimal) {
      if hashes.count < Self.most { hashes.insert(bytes) }
    } else if hashesOfIDs.count < Self.most {
      hashesOfIDs.insert(Array(hexadecimal(SHA256.digest(bytes)).utf8))
    }
  }

  /// How many ids stand in the log in both forms.
  package var inBoth: Int { hashes.intersection(hashesOfIDs).count }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte &- 48 < 10 || byte &- 97 < 6
  }
}
