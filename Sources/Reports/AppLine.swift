import Metrics
import Values

/// One app beside the others, as the summary, the page and the workbook compare them.
struct AppLine {
  /// As the log or the configuration calls it; `(none)` for what is of none.
  let name: String
  let mrr: Cell
  /// Of the MRR of all apps.
  let share: Cell
  /// MRR 30 days ago.
  let before: Cell
  let subscribers: Cell
  /// Of the last 30 days, like the trials begun and the churn.
  let netRevenue: Cell
  let trials: Cell
  let churn: Cell

  /// The names of the columns; the change stands between share and subscribers.
  static let heads = [
    "App", "MRR", "Share", "vs 30 days ago", "Subscribers", "Net revenue, 30 days",
    "Trials started, 30 days", "Churn, 30 days",
  ]
  static let days = 30
}

extension Figures {
  /// The apps by MRR, the largest first; none where the log has only one.
  var appLines: [AppLine] {
    let rows = rows(of: DailySegments.self).where(DailySegments.dimension, is: "app")
    guard !rows.isEmpty else { return [] }
    return rows.groups(by: DailySegments.value).map { appLine($0.value, $0.rows) }.sorted {
      ($1.mrr.integer, $0.name) < ($0.mrr.integer, $1.name)
    }
  }

  private func appLine(_ name: String, _ rows: [Row<DailySegments>]) -> AppLine {
    let newest = rows.filter { $0[DailySegments.date].map { $0 > first } ?? false }
    let now = rows.first { $0[DailySegments.date] == asOf }
    let before = rows.first { $0[DailySegments.date] == first }
    let mrr = now?.cell(DailySegments.mrr) ?? .money(.zero)
    let churn = self.rows(of: Churn.self).where(Churn.dimension, is: "app")
      .first { $0.isTrailing && $0.text(Churn.value) == name }
    return AppLine(
      name: name, mrr: mrr, share: share(of: mrr),
      before: before?.cell(DailySegments.mrr) ?? .money(.zero),
      subscribers: now?.cell(DailySegments.subscribers) ?? .count(0),
      netRevenue: newest.pooled(DailySegments.netRevenue).map { .money($0) } ?? .missing,
      trials: newest.pooled(DailySegments.trialsStarted).map { .count($0) } ?? .missing,
      churn: churn?.cell(Churn.churnRate) ?? .missing)
  }

  /// The day before the last 30.
  private var first: Day { asOf.advanced(by: -AppLine.days) }

  private func share(of mrr: Cell) -> Cell {
    guard let total = rows(of: Daily.self).last?.integer(Daily.mrr), let part = mrr.amount else {
      return .missing
    }
    return Rate(part.micros, over: total).map { .rate($0) } ?? .missing
  }

  /// The apps side by side; without rows where there is only one.
  func appTable(_ count: Int) -> FigureTable {
    var table = FigureTable(header: AppLine.heads)
    table.rows = appLines.prefix(count).map { line in
      [line.name, shown(line.mrr), shown(line.share)]
        + [DisplayFormat.change(line.mrr, from: line.before)]
        + [line.subscribers, line.netRevenue, line.trials, line.churn].map { shown($0) }
    }
    return table
  }
}
