import Foundation

extension String {
  /// With composed letters (Unicode's form NFC): `e` with an accent behind it is `é`. Letters below
  /// U+0300 have no other form; their bytes are below 0xCC.
  package var normalized: String {
    utf8.allSatisfy { $0 < 0xCC } ? self : precomposedStringWithCanonicalMapping
  }
}
