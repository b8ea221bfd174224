import Metrics
import Values

/// Values of fields that money and MRR are made of and that are not in a form that is read: what
/// they tell of counts, without them.
struct UnreadMoney {
  /// `period of 100 lines cannot be read`.
  let text: String
  /// What such values have to look like.
  let remedy: String

  private static let forms: [(field: String, form: String)] = [
    ("price", "price: a number, or a text such as \"9.99\""),
    ("currency", "currency: three letters of ISO 4217"),
    ("period", "period: P and a number of D, W, M or Y, such as P1M"),
    ("expires_at", "expires_at: a time of ISO 8601, or seconds or milliseconds since 1970"),
  ]

  /// `mistyped`: lines by field. Nil where none of these fields is among them.
  init?(_ mistyped: [(field: String, lines: Int64)]) {
    let found = Self.forms.compactMap { each in
      mistyped.first { $0.field == each.field }.map { (each, $0.lines) }
    }
    guard !found.isEmpty else { return nil }
    text =
      found.map { "\($0.0.field) of \(counted($0.1, "line"))" }.joined(separator: ", ")
      + " cannot be read: these events count without it, and MRR may be wrong"
    remedy = "Log " + found.map { $0.0.form }.joined(separator: "; ")
  }
}
