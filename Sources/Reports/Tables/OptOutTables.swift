import Metrics
import Values

/// When trials were set not to renew.
extension Figures {
  private static let optOutRates = [
    TrialOptOuts.rate1d, TrialOptOuts.rate2d, TrialOptOuts.rate5d, TrialOptOuts.rate7d,
    TrialOptOuts.rate,
  ]

  func optOutTable(_ months: Int) -> FigureTable {
    var table = FigureTable(
      header: [
        "Begun in", "Trials", "By day 1", "By day 2", "By day 5", "By day 7", "By their end",
        "Median hours",
      ])
    table.fill(rows(of: TrialOptOuts.self).monthlyTotals.suffix(months)) { row in
      [shown(row.cell(TrialOptOuts.cohort)), shown(row.cell(TrialOptOuts.trials))]
        + row.cells(
          Self.optOutRates + [TrialOptOuts.medianHours] as [any ReportColumn<TrialOptOuts>]
        )
        .map(shown)
    }
    return table
  }

  /// `33.1% of the 654 trials of 2026-05 opted out by day 2, vs 31.0% the month before; of 2026-04,
  /// 66.2% by their end.` Nothing of fewer than 30 trials.
  var optOutSentence: String? {
    let months = rows(of: TrialOptOuts.self).monthlyTotals.filter {
      $0.integer(TrialOptOuts.trials) >= 30
    }
    guard let place = months.lastIndex(where: { $0[TrialOptOuts.rate2d] != nil }) else {
      return nil
    }
    let (newest, before) = (months[place], place > 0 ? months[place - 1] : nil)
    return "\(shown(newest.cell(TrialOptOuts.rate2d))) of the "
      + "\(shown(newest.cell(TrialOptOuts.trials))) trials of "
      + "\(shown(newest.cell(TrialOptOuts.cohort))) opted out by day 2"
      + (before.map { ", vs \(shown($0.cell(TrialOptOuts.rate2d))) the month before" } ?? "")
      + optedOut(months.last { $0[TrialOptOuts.rate] != nil }) + "."
  }

  private func optedOut(_ ended: Row<TrialOptOuts>?) -> String {
    ended.map {
      "; of \(shown($0.cell(TrialOptOuts.cohort))), "
        + "\(shown($0.cell(TrialOptOuts.rate))) by their end"
    } ?? ""
  }
}
