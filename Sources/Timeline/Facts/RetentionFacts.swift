import Values

/// The measures of ``FactTable/retention``.
package enum RetentionMeasure: Int, FactMeasure {
  case cohortCustomers
  case cohortMRR
  /// Change from month to month.
  case retained
  /// Change from month to month.
  case retainedMRR
}

/// Customers with MRR at the ends of the months after their first (Definitions, "Churn and
/// retention"), as changes from month to month.
extension FactEmitter {
  func emitRetention(_ sums: inout FactSums) {
    guard let first = changedSteps.first(where: { $0.total > .zero }) else { return }
    let cohort = first.day.month
    let places = cohortPlaces(first, &sums)
    for place in places {
      sums.add(.retention, cohort.number, 0, place) { put in
        put(.cohortCustomers, 1)
        put(.cohortMRR, first.total.micros)
      }
    }
    var shown = Amount.zero
    for index in changedSteps.indices {
      let month = changedSteps[index].day.month
      let isLastOfMonth =
        index + 1 == changedSteps.count || changedSteps[index + 1].day.month > month
      guard isLastOfMonth else { continue }
      let age = month.number - cohort.number
      let total = changedSteps[index].total
      let change = (total > .zero ? 1 : 0) - (shown > .zero ? 1 : 0)
      for place in places {
        sums.add(.retention, cohort.number, age, place) { put in
          put(.retained, Int64(change))
          put(.retainedMRR, (total - shown).micros)
        }
      }
      shown = total
    }
  }

  /// The customer's segments, and those of all that the first MRR was made of.
  private func cohortPlaces(_ first: RecurringStep, _ sums: inout FactSums) -> [Place] {
    var places = [sums.own]
    for part in productParts(&sums, of: first) { places.append(part.place) }
    return places
  }
}
