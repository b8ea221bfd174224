import Settings
import Values

/// The measures of ``FactTable/feature``, by month: of one feature, or of all together.
package enum FeatureMeasure: Int, FactMeasure {
  case allowed
  case denied
  case inTrial
  /// Customers who were let in at least once.
  case users
  /// Those of them who were there in the next month.
  case usersRetained
  /// Customers who were denied while they did not pay.
  case deniedCustomers
  /// Those of them who paid within seven days.
  case deniedConverted
  /// Those of them who began a trial, or paid, within seven days.
  case deniedStarted
  /// Of all together: customers who were there.
  case active
  case activeRetained
  /// Of all together: customers who used features without paying, and were denied nothing.
  case others
  case othersConverted
  case othersStarted
}

/// Uses of features, and what denials led to.
extension FactEmitter {
  private static let conversionWindow = TimeSpan.days(7)

  func emitFeatures(_ sums: inout FactSums) {
    let months = timeline.features.months
    guard !months.isEmpty else { return }
    for (index, month) in months.enumerated() {
      let returns = index + 1 < months.count && months[index + 1].number == month.number + 1
      for use in month.uses {
        var row = MeasureRow<FeatureMeasure>()
        count(use..<use + 1, returns: returns, &row)
        let place = Place(Segment(.feature, timeline.features.uses[use].feature))
        sums.add(.feature, month.number, 0, place) { row.put($0) }
      }
      var all = MeasureRow<FeatureMeasure>()
      let isDenied = count(month.uses, returns: returns, &all)
      countPresence(month, isDenied: isDenied, returns: returns, &all)
      sums.add(.feature, month.number, 0, Place(.all)) { all.put($0) }
    }
  }

  /// Adds some of the customer's uses. Answers whether he was denied one while he did not pay.
  @discardableResult
  private func count(_ places: Range<Int>, returns: Bool, _ row: inout MeasureRow<FeatureMeasure>)
    -> Bool
  {
    var denial = Instant.distantFuture
    for place in places {
      let use = timeline.features.uses[place]
      row[.allowed] += use.allowed
      row[.denied] += use.denied
      row[.inTrial] += use.inTrial
      if let first = use.firstDenial { denial = min(denial, first) }
    }
    let isUser = row[.allowed] + row[.inTrial] > 0
    row.count(.users, if: isUser)
    row.count(.usersRetained, if: isUser && returns)
    guard denial < .distantFuture else { return false }
    row.count(.deniedCustomers, if: true)
    let isConverted = isFollowedByPayment(denial)
    row.count(.deniedConverted, if: isConverted)
    row.count(.deniedStarted, if: isConverted || isFollowedByTrial(denial))
    return true
  }

  private func countPresence(
    _ month: FeatureLog.Month, isDenied: Bool, returns: Bool,
    _ row: inout MeasureRow<FeatureMeasure>
  ) {
    row.count(.active, if: true)
    row.count(.activeRetained, if: returns)
    guard let start = month.firstUnpaid, !isDenied else { return }
    row.count(.others, if: true)
    let isConverted = isFollowedByPayment(start)
    row.count(.othersConverted, if: isConverted)
    row.count(.othersStarted, if: isConverted || isFollowedByTrial(start))
  }

  private func isFollowedByPayment(_ start: Instant) -> Bool {
    timeline.charges.indices.contains {
      timeline.charges[$0].isPaid && isSoon(timeline.charges[$0].time, after: start)
    }
  }

  private func isFollowedByTrial(_ start: Instant) -> Bool {
    timeline.trials.contains { isSoon($0.start, after: start) }
  }

  private func isSoon(_ time: Instant, after start: Instant) -> Bool {
    time > start && time <= start + Self.conversionWindow
  }
}
