import Feed
package import Values

/// That somebody went around the rules, as the app says it, once for each sign of it, and
/// once for any.
package struct IntegritySign: Sendable {
  /// Nil for any of them.
  package let signal: AppSignal?
  package let first: Instant
  package let last: Instant
  package let count: Int

  static func all(in customer: CustomerEvents) -> [IntegritySign] {
    guard customer.rules.contains(.integrity) else { return [] }
    let times = customer.events.filter { $0.kind.has(.integrity) }.map {
      (AppSignal($0.kind), $0.time)
    }
    let each = AppSignal.ofIntegrity.map { signal in
      IntegritySign(signal, times.filter { $0.0 == signal }.map(\.1))
    }
    return (each + [IntegritySign(nil, times.map(\.1))]).compactMap(\.self)
  }

  /// `times` in order; nil of none.
  private init?(_ signal: AppSignal?, _ times: [Instant]) {
    guard let first = times.first, let last = times.last else { return nil }
    (self.signal, self.first, self.last, count) = (signal, first, last, times.count)
  }
}
