import Settings
import Values

/// How long customers pay without a gap, from their first day with MRR to the first without
/// (Definitions, "Lifetime value", survival). Grace and tolerance belong to it, a change of plan
/// does not end it, and a refund does where it takes the last coverage; who comes back does not
/// begin again.
extension FactEmitter {
  func emitLifetime(_ sums: inout FactSums) {
    guard let begin = changes.firstIndex(where: { $0.total > .zero }),
      let end = changes[begin...].first(where: { $0.total == .zero }),
      let charge = changes[begin].charges.min()
    else { return }
    let days = end.day.number - changes[begin].day.number
    let place = sums.place(
      .all, Segment(.product, timeline.charges[charge].product),
      timeline.attributes.segment(.channel),
      timeline.charges[charge].app.map { Segment(.app, $0) })
    sums.add(.lifetime, changes[begin].day.number, days, place, .customers, 1)
  }
}
