import Metrics
import Settings
import Values

extension SheetTable {
  /// The values of every dimension by MRR: figures of several tables, as they are there.
  static let segments = SheetTable(
    block: "segments_now",
    heading: "Segments: MRR and subscribers now, churn of 30 days, trials and revenue of the last "
      + "month that is over"
  ) { figures in
    let all = SegmentFigures(figures)
    let rows = all.rows
    return Content(
      table: Table(name: "segments", columns: SegmentFigures.columns, rows: rows),
      isRunning: rows.map { _ in false },
      isPale: rows.map { $0[3].count ?? 0 < 30 })
  }
}

/// One row for each value of a dimension, of which somebody pays or has paid.
private struct SegmentFigures {
  static let columns: [Table.Column] = [
    .init("Segment", .text, ""), .init("MRR", .money, ""), .init("MRR 30 days ago", .money, ""),
    .init("Subscribers", .count, ""), .init("Churn, 30 days", .rate, ""),
    .init("Trials", .count, ""), .init("Net revenue", .money, ""), .init("ARPU", .money, ""),
  ]

  private static let dimensions: [Dimension] = [
    .app, .tier, .product, .period, .country, .channel, .platform,
  ]

  let rows: [[Cell]]

  init(_ figures: Figures) {
    let days = figures.rows(of: DailySegments.self)
    let now = Self.index(days.where(DailySegments.date, is: figures.asOf))
    let before = Self.index(days.where(DailySegments.date, is: figures.asOf.advanced(by: -30)))
    let churn = Self.index(figures.rows(of: Churn.self).where(Churn.month, is: Churn.trailing))
    let last = figures.asOf.advanced(by: 1).month.advanced(by: -1)
    let trials = Self.index(
      figures.rows(of: TrialCohorts.self).filter { $0[TrialCohorts.cohort]?.month == last })
    let revenue = Self.index(
      figures.rows(of: Revenue.self).filter { $0[Revenue.period]?.month == last })
    rows = Self.dimensions.flatMap { dimension in
      Self.worthwhile(now.values.filter { $0.text(DailySegments.dimension) == dimension.name })
        .sorted {
          (-$0.integer(DailySegments.mrr), $0.text(DailySegments.value))
            < (-$1.integer(DailySegments.mrr), $1.text(DailySegments.value))
        }
        .map { row in
          let key = row.segment
          return [
            .text(SegmentWords.of(row)), row.cell(DailySegments.mrr),
            before[key]?.cell(DailySegments.mrr) ?? .missing, row.cell(DailySegments.subscribers),
            churn[key]?.cell(Churn.churnRate) ?? .missing,
            trials[key]?.cell(TrialCohorts.trials) ?? .missing,
            revenue[key]?.cell(Revenue.net) ?? .missing,
            revenue[key]?.cell(Revenue.arpu) ?? .missing,
          ]
        }
    }
  }

  /// Those with MRR; none where nothing is known but that it is of none.
  private static func worthwhile(_ rows: [Row<DailySegments>]) -> [Row<DailySegments>] {
    let paying = rows.filter { $0.integer(DailySegments.mrr) != 0 }
    return paying.allSatisfy { $0.text(DailySegments.value) == "(none)" } ? [] : paying
  }

  private static func index<Owner: BySegment>(
    _ rows: some Sequence<Row<Owner>>
  ) -> [[Cell]: Row<Owner>] {
    Dictionary(firstOf: rows.map { ($0.segment, $0) })
  }
}

extension Table {
  /// Of how many people a row tells, where a row can tell of few.
  private static let sizes: [String: any ReportColumn] = Dictionary(
    uniqueKeysWithValues: [
      Retention.customers, LTV.customers, Lifetimes.customers, Survival.atRisk,
      Churn.openingCustomers, TrialCohorts.trials, TrialOptOuts.trials, TrialNowcasts.trials,
      Paywalls.viewers,
      PaywallEncounters.customers,
      FunnelLosses.entered, ConversionTimes.customers, Offers.starts, Referrals.recorded,
      Features.users, AcquisitionCost.customers, PriceSensitivity.viewers, Experiments.exposed,
    ].map { (column: any ReportColumn) in (column.tableName, column) })

  /// Whether a row is of fewer than 30 people: its figures are grey and italic.
  var isSmall: (_ row: [Cell]) -> Bool {
    let size = Table.sizes[name].map { index(of: $0) }
    return { row in size.map { row[$0].count ?? 0 < 30 } ?? false }
  }

  /// The same, and whether it is of a period that is not over.
  var isImmature: (_ row: [Cell]) -> Bool {
    let isSmall = isSmall
    let hasFlag = columns.last?.kind == .flag
    return { row in (hasFlag && row.last == .flag(false)) || isSmall(row) }
  }
}

extension ReportColumn {
  fileprivate var tableName: String { Owner.schema.name }
}

extension SheetWriter {
  /// A table whose immature rows are grey and italic.
  @discardableResult
  func matured(
    _ table: Table, at row: Int, _ block: BlockName, numbersAs format: Style.Format = .number
  ) throws -> Area? {
    let isImmature = table.isImmature
    return try self.table(table, at: row, block) { row, style in
      let look = style.format == .number ? style.with(format) : style
      return isImmature(row) ? look.immature : look
    }
  }
}
