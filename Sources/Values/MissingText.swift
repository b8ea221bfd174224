/// What reports write where the log says nothing, as analytics tools do. SQL models write the first
/// of them as it stands here.
package enum MissingText {
  /// A country, channel, product … that no line has told.
  package static let none = "(none)"
  /// What was bought without an offer, beside the offers.
  package static let without = "(without)"
  package static let all = [none, without]
}
