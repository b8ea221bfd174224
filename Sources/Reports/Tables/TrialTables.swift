import Metrics
import Values

/// When trials were set not to renew.
extension Figures {
  func optOutTable(_ months: Int) -> FigureTable {
    FigureTable(
      citing: rows(of: TrialOptOuts.self).monthlyTotals.suffix(months), self,
      [
        .of("Begun in", TrialOptOuts.cohort), .of("Trials", TrialOptOuts.trials),
        .of("By day 1", TrialOptOuts.rate1d), .of("By day 2", TrialOptOuts.rate2d),
        .of("By day 5", TrialOptOuts.rate5d), .of("By day 7", TrialOptOuts.rate7d),
        .of("By their end", TrialOptOuts.rate), .of("Median hours", TrialOptOuts.medianHours),
      ])
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

  /// Weeks of which some are running, the newest last, and the newest nights.
  func nowcastTable() -> FigureTable {
    FigureTable(
      citing: rows(of: TrialNowcasts.self).totals, self,
      [
        .of("Begun in the week of", TrialNowcasts.cohort), .of("Trials", TrialNowcasts.trials),
        .of("Paid", TrialNowcasts.paid), .of("Decided", TrialNowcasts.decided),
        .of("Expected to pay", TrialNowcasts.expected), .text("80% interval", interval),
        .of("Usually", TrialNowcasts.usual),
      ])
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
