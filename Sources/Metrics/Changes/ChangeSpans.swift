package import Values

/// The two stretches of days that a change is taken between.
package struct ChangeSpans: Sendable, Equatable {
  package let now: ClosedRange<Day>
  package let before: ClosedRange<Day>

  /// `before`: as many days before `now`, where nothing else is asked for. A stretch of whole
  /// months is compared with as many whole months.
  package init(now: ClosedRange<Day>, before: ClosedRange<Day>? = nil) {
    self.now = now
    self.before = before ?? Self.stretch(before: now)
  }

  /// The last 30 days against the 30 before them.
  static func trailing(_ asOf: Day) -> ChangeSpans {
    let first = asOf.advanced(by: 1 - ChangesTable.days)
    return ChangeSpans(
      now: first...asOf,
      before: first.advanced(by: -ChangesTable.days)...first.advanced(by: -1))
  }

  private static func stretch(before now: ClosedRange<Day>) -> ClosedRange<Day> {
    let end = now.lowerBound.advanced(by: -1)
    let (first, last) = (now.lowerBound.month, now.upperBound.month)
    guard now.lowerBound == first.firstDay, now.upperBound == last.lastDay else {
      return end.advanced(by: -now.lowerBound.distance(to: now.upperBound))...end
    }
    return end.month.advanced(by: -first.distance(to: last)).firstDay...end
  }
}

extension Figures {
  /// The same figures with what changed between two stretches of days instead of the last 30 days
  /// and those before; churn is known of months alone, and left out.
  package func comparing(_ spans: ChangeSpans) -> Figures {
    var figures = self
    figures.tables.removeAll { $0.name == Changes.schema.name }
    figures.tables.append(ChangesTable(self, spans).tableOfSpans)
    return figures
  }
}
