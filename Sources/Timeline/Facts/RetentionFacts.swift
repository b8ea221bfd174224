import Values

/// Customers with MRR at the ends of the months after their first (Definitions, "Churn and
/// retention"), as changes from month to month.
extension FactEmitter {
  func emitRetention(_ sums: inout FactSums) {
    guard let first = changes.first(where: { $0.total > .zero }) else { return }
    let cohort = first.day.month
    let segments = customer + productSegments(first)
    sums.add(.retention, cohort.number, 0, segments, [(0, 1), (1, first.total.micros)])
    var shown = Amount.zero
    for (index, step) in changes.enumerated() {
      let month = step.day.month
      let isLastOfMonth = index + 1 == changes.count || changes[index + 1].day.month > month
      guard isLastOfMonth else { continue }
      let age = month.number - cohort.number
      let change = (step.total > .zero ? 1 : 0) - (shown > .zero ? 1 : 0)
      sums.add(
        .retention, cohort.number, age, segments,
        [(2, Int64(change)), (3, (step.total - shown).micros)])
      shown = step.total
    }
  }
}
