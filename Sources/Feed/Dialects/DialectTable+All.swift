extension DialectTable {
  /// Every dialect but the native one, in the order in which a line is compared with their marks.
  package static let all: [DialectTable] = [
    .appStore, .googlePlay, .revenueCat, .stripe, .firebase,
  ]
}
