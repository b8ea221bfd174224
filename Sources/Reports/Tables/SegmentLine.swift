import Metrics
import Settings
import Values

/// One value of a dimension, an app or a country, beside the others of it.
struct SegmentLine {
  /// As the log or the configuration calls it; `(none)` for what is of none.
  let name: String
  let mrr: Cell
  /// Of the MRR of all.
  let share: Cell
  /// MRR 30 days ago.
  let before: Cell
  let subscribers: Cell
  /// Of the last 30 days, like the trials begun and the churn.
  let netRevenue: Cell
  let trials: Cell
  let churn: Cell
  /// Of all matured trials that began in the last six months.
  let conversion: Cell
  /// Net revenue in the first 90 days, of all cohorts that are so old, for each of their customers.
  let value: Cell
  /// Of the newest month that is over.
  let arpu: Cell

  /// Whether nobody pays, paid or began a trial in the last 30 days.
  var isEmpty: Bool {
    [mrr, before, subscribers, netRevenue, trials].allSatisfy { $0.integer == 0 }
  }

  static let days = 30
  static let valueDays: Int64 = 90
}

extension Figures {
  /// The values of a dimension by MRR, but those of which nothing is left.
  func segmentLines(of dimension: Dimension) -> [SegmentLine] {
    let segments = Segments(self, dimension.name)
    return rows(of: DailySegments.self).where(DailySegments.dimension, is: dimension.name)
      .groups(by: DailySegments.value).map { segments.line($0.value, $0.rows) }
      .filter { !$0.isEmpty }
      .sorted { ($1.mrr.integer, $0.name) < ($0.mrr.integer, $1.name) }
  }
}

/// The tables of figures that tell of the values of one dimension.
private struct Segments {
  private let figures: Figures
  private let churn: [Row<Churn>]
  private let trials: [Row<TrialCohorts>]
  private let ltv: [Row<LTV>]
  private let revenue: [Row<Revenue>]
  /// The day before the last 30.
  private let first: Day
  private let total: Int64

  init(_ figures: Figures, _ dimension: String) {
    self.figures = figures
    first = figures.asOf.advanced(by: -SegmentLine.days)
    total = figures.rows(of: Daily.self).last?.integer(Daily.mrr) ?? 0
    churn = figures.rows(of: Churn.self).where(Churn.dimension, is: dimension)
      .filter(\.isTrailing)
    let halfYear = figures.asOf.month.advanced(by: -5)
    trials = figures.rows(of: TrialCohorts.self).where(TrialCohorts.dimension, is: dimension)
      .where(TrialCohorts.grain, is: "month")
      .filter { $0[TrialCohorts.cohort]?.month.map { $0 >= halfYear } ?? false }
    ltv = figures.rows(of: LTV.self).where(LTV.dimension, is: dimension)
      .where(LTV.days, is: SegmentLine.valueDays).map(\.self)
    let months = figures.rows(of: Revenue.self).where(Revenue.dimension, is: dimension)
      .where(Revenue.grain, is: "month")
      .filter { $0[Revenue.period]?.month.map { $0.lastDay <= figures.asOf } ?? false }
    let newest = months.compactMap { $0[Revenue.period]?.month }.max()
    revenue = months.filter { $0[Revenue.period]?.month == newest }
  }

  func line(_ name: String, _ rows: [Row<DailySegments>]) -> SegmentLine {
    let newest = rows.filter { $0[DailySegments.date].map { $0 > first } ?? false }
    let now = rows.first { $0[DailySegments.date] == figures.asOf }
    let before = rows.first { $0[DailySegments.date] == first }
    let mrr = now?.cell(DailySegments.mrr) ?? .money(.zero)
    return SegmentLine(
      name: name, mrr: mrr, share: share(of: mrr),
      before: before?.cell(DailySegments.mrr) ?? .money(.zero),
      subscribers: now?.cell(DailySegments.subscribers) ?? .count(0),
      netRevenue: newest.pooled(DailySegments.netRevenue).map { .money($0) } ?? .missing,
      trials: newest.pooled(DailySegments.trialsStarted).map { .count($0) } ?? .missing,
      churn: churn.first { $0.text(Churn.value) == name }?.cell(Churn.churnRate) ?? .missing,
      conversion: conversion(of: name), value: value(of: name),
      arpu: revenue.first { $0.text(Revenue.value) == name }?.cell(Revenue.arpu) ?? .missing)
  }

  private func share(of mrr: Cell) -> Cell {
    mrr.amount.flatMap { Rate($0.micros, over: total) }.map { .rate($0) } ?? .missing
  }

  private func conversion(of name: String) -> Cell {
    let rows = trials.filter { $0.text(TrialCohorts.value) == name }
    guard let converted = rows.pooled(TrialCohorts.maturedConverted),
      let matured = rows.pooled(TrialCohorts.maturedTrials)
    else { return .missing }
    return Rate(converted, over: matured).map { .rate($0) } ?? .missing
  }

  private func value(of name: String) -> Cell {
    let rows = ltv.filter { $0.text(LTV.value) == name }
    return rows.pooledAverage(LTV.netRevenue, over: LTV.customers).map { .money($0) } ?? .missing
  }
}

/// Apps, plans, countries, channels and platforms side by side.
extension Figures {
  /// The names of the columns of ``appLines``; the change stands between share and subscribers.
  static let appHeads = [
    "App", "MRR", "Share", "vs 30 days ago", "Subscribers", "Net revenue, 30 days",
    "Trials started, 30 days", "Churn, 30 days",
  ]

  /// The apps by MRR; none where the log has only one.
  var appLines: [SegmentLine] { segmentLines(of: .app) }

  /// The apps side by side; without rows where there is only one.
  func appTable(_ count: Int) -> FigureTable {
    var table = FigureTable(header: Self.appHeads)
    table.rows = appLines.prefix(count).map { line in
      [line.name, shown(line.mrr), shown(line.share)]
        + [DisplayFormat.change(line.mrr, from: line.before)]
        + [line.subscribers, line.netRevenue, line.trials, line.churn].map { shown($0) }
    }
    return table
  }

  /// The largest values of each dimension by MRR, so many of each.
  func segmentTable(_ each: Int) -> FigureTable {
    var table = FigureTable(
      header: [
        "Segment", "", "MRR", "Share", "vs 30 days ago", "Subscribers", "Churn, 30 days",
        "Matured trial conversion", "LTV, \(SegmentLine.valueDays) days", "ARPU",
      ], words: 2)
    let dimensions: [Dimension] = [.product, .country, .channel, .platform]
    table.rows = dimensions.flatMap { dimension in
      let lines = segmentLines(of: dimension)
      return lines.prefix(each).map { row($0, of: dimension) }
        + [others(Array(lines.dropFirst(each)), of: dimension)].compactMap(\.self)
    }
    return table
  }

  /// All that are left out, so that a dimension's MRR adds up to all of it; nil where none are.
  private func others(_ lines: [SegmentLine], of dimension: Dimension) -> [String]? {
    guard !lines.isEmpty else { return nil }
    let sum = { (part: (SegmentLine) -> Cell) in Cell.sum(lines.map(part)) }
    let (mrr, before) = (sum(\.mrr), sum(\.before))
    let share = Rate(mrr.integer, over: rows(of: Daily.self).last?.integer(Daily.mrr) ?? 0)
    return [
      dimension.name, "other (\(lines.count))", shown(mrr), shown(share),
      DisplayFormat.change(mrr, from: before),
    ] + [String](repeating: "", count: 5)
  }

  private func row(_ line: SegmentLine, of dimension: Dimension) -> [String] {
    [dimension.name, line.name, shown(line.mrr), shown(line.share)]
      + [DisplayFormat.change(line.mrr, from: line.before)]
      + [line.subscribers, line.churn, line.conversion, line.value, line.arpu].map { shown($0) }
  }
}
