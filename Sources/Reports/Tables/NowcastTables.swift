import Metrics
import Values

/// What running trials will come to.
extension Figures {
  /// Weeks of which some are running, the newest last, and the newest nights.
  func nowcastTable() -> FigureTable {
    var table = FigureTable(
      header: [
        "Begun in the week of", "Trials", "Paid", "Decided", "Expected to pay", "80% interval",
        "Usually",
      ])
    table.fill(rows(of: TrialNowcasts.self).totals) { row in
      row.cells([
        TrialNowcasts.cohort, TrialNowcasts.trials, TrialNowcasts.paid, TrialNowcasts.decided,
        TrialNowcasts.expected,
      ]).map(shown) + [interval(row), shown(row.cell(TrialNowcasts.usual))]
    }
    return table
  }

  /// `29.9% of the 155 trials that began in the week of 2026-06-22 are expected to pay (25.4% to 34.4%),
  /// usually 29.2%.` Nothing of fewer than 30 trials, or of a week that is not over.
  var nowcastSentence: String? {
    let weeks = rows(of: TrialNowcasts.self).totals.filter { row in
      Day(row.text(TrialNowcasts.cohort)).map { $0.advanced(by: 6) <= asOf } ?? false
        && row.integer(TrialNowcasts.trials) >= 30
    }
    return weeks.last.map { week in
      "\(shown(week.cell(TrialNowcasts.expected))) of the \(shown(week.cell(TrialNowcasts.trials))) trials "
        + "that began in the week of \(week.text(TrialNowcasts.cohort)) are expected to pay "
        + "(\(interval(week))), usually \(shown(week.cell(TrialNowcasts.usual)))."
    }
  }

  private func interval(_ row: Row<TrialNowcasts>) -> String {
    guard row[TrialNowcasts.low] != nil else { return shown(row.cell(TrialNowcasts.low)) }
    return "\(shown(row.cell(TrialNowcasts.low))) to \(shown(row.cell(TrialNowcasts.high)))"
  }
}
