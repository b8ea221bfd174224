import Statistics
import Values

// WHAT CHANGED: each headline against the stretch before it, and the parts that its change is made
// of. The parts of a split add up to the change, to the millionth:
//
//   mrr                30 days   its movements; the apps, where there are several; the products
//   net_revenue        30 days   the periods paid for; volume, mix and price by product
//   churn_rate         30 days; by reason
//   trial_conversion   28 days of settled trials; mix and rate by product

/// Takes the changes of the headlines apart, from the tables of a report.
struct ChangesTable {
  static let days = 30
  private let figures: Figures
  private let spans: ChangeSpans

  init(_ figures: Figures, _ spans: ChangeSpans? = nil) {
    self.figures = figures
    self.spans = spans ?? .trailing(figures.asOf)
  }

  /// Nothing of a headline that has no stretch before it.
  var table: Table {
    let ends = TrialEnds(figures)
    return Changes.table(
      movements + revenue + churn
        + conversion(ends.window(ago: 0), ends.window(ago: TrialEnds.days)))
  }

  /// Of other stretches than the last 30 days: trials by the day on which they were to end.
  var tableOfSpans: Table {
    let ends = TrialEnds(figures)
    return Changes.table(
      movements + revenue + conversion(ends.window(spans.now), ends.window(spans.before)))
  }

  private func rows(
    _ metric: Changes.Metric, _ total: ChangePart, _ splits: [(Changes.Split, [ChangePart])]
  ) -> [RowBuilder<Changes>] {
    [total.row(metric, .total)]
      + splits.flatMap { split, parts in parts.map { $0.row(metric, split) } }
  }
}

// MARK: - MRR

extension ChangesTable {
  /// The days of the stretch with the day before it; nil where there are not so many.
  private var stretch: ArraySlice<Row<Daily>>? {
    let (first, last) = (spans.now.lowerBound.advanced(by: -1), spans.now.upperBound)
    let days = figures.rows(of: Daily.self).filter { row in
      row[Daily.date].map { (first...last).contains($0) } ?? false
    }
    return days.count == first.distance(to: last) + 1 ? days[...] : nil
  }

  /// Whether the table of days reaches back to the stretch before.
  private var hasStretchBefore: Bool {
    figures.rows(of: Daily.self).first?[Daily.date].map { $0 <= spans.before.lowerBound } ?? false
  }

  private var movements: [RowBuilder<Changes>] {
    guard let stretch, let before = stretch.first, let now = stretch.last,
      let old = before[Daily.mrr], let new = now[Daily.mrr]
    else { return [] }
    let total = ChangePart(
      part: "all", cases: (before[Daily.subscribers], now[Daily.subscribers]),
      amounts: (old, new), amount: new - old)
    let movements = Self.movements.map { part($0, stretch.dropFirst()) }
    return rows(.mrr, total, [(.movement, movements)] + holdings)
  }

  /// MRR by app, where the log tells of several, and by product.
  private var holdings: [(Changes.Split, [ChangePart])] {
    let apps = holdings(by: .app)
    return (apps.count > 1 ? [(.app, apps)] : []) + [(.product, holdings(by: .product))]
  }

  /// What had MRR before or has it now, in the order of the names.
  private func holdings(by split: Changes.Split) -> [ChangePart] {
    let (first, last) = (spans.now.lowerBound.advanced(by: -1), spans.now.upperBound)
    var found: [String: ChangePart] = [:]
    let rows = figures.rows(of: DailySegments.self)
    for row in rows.where(DailySegments.dimension, is: split.rawValue) {
      let name = row.text(DailySegments.value)
      let mrr = row[DailySegments.mrr] ?? .zero
      if row[DailySegments.date] == first {
        found[name, default: ChangePart(part: name, amounts: (.zero, .zero))].amounts.0 = mrr
      } else if row[DailySegments.date] == last {
        found[name, default: ChangePart(part: name, amounts: (.zero, .zero))].amounts.1 = mrr
      }
    }
    return found.values.filter { $0.amounts != (.zero, .zero) }.map { part in
      var part = part
      part.amount = (part.amounts.1 ?? .zero) - (part.amounts.0 ?? .zero)
      return part
    }.sorted { $0.part < $1.part }
  }

  private static let movements: [(name: String, column: Column<Daily, Amount>)] = [
    ("new", Daily.newMRR), ("reactivation", Daily.reactivationMRR),
    ("expansion", Daily.expansionMRR), ("contraction", Daily.contractionMRR),
    ("churn", Daily.churnMRR), ("fx", Daily.fxMRR),
  ]

  private func part(
    _ movement: (name: String, column: Column<Daily, Amount>), _ days: ArraySlice<Row<Daily>>
  ) -> ChangePart {
    let sum = days.reduce(Amount.zero) { $0 + ($1[movement.column] ?? .zero) }
    return ChangePart(part: movement.name, amount: sum)
  }
}

// MARK: - Net revenue

extension ChangesTable {
  private var revenue: [RowBuilder<Changes>] {
    let byPeriod = windows(of: "period")
    guard let total = windows(of: "all").first?.value, hasStretchBefore else { return [] }
    let periods = byPeriod.map { name, window in window.part(name) }
    return rows(
      .netRevenue, total.part("all"),
      [
        (.period, Self.completed(periods, to: total.change)),
        (.effect, RevenueEffects(windows(of: "product").map(\.value), total).parts),
      ])
  }

  /// What no part tells of, such as refunds of payments that no log has, is a part of its own.
  private static func completed(_ parts: [ChangePart], to change: Amount) -> [ChangePart] {
    let rest = change - parts.reduce(Amount.zero) { $0 + ($1.amount ?? .zero) }
    return rest == .zero ? parts : parts + [ChangePart(part: "(other)", amount: rest)]
  }

  /// The two stretches of every value of a dimension, in the order of the names.
  private func windows(of dimension: String) -> [(key: String, value: RevenueWindows)] {
    var found: [String: RevenueWindows] = [:]
    for row in figures.rows(of: DailySegments.self).where(DailySegments.dimension, is: dimension) {
      guard let day = row[DailySegments.date] else { continue }
      let value = row.text(DailySegments.value)
      for (span, isNow) in [(spans.now, true), (spans.before, false)] where span.contains(day) {
        found[value, default: RevenueWindows()].add(row, isNow: isNow)
      }
    }
    return found.sorted { $0.key < $1.key }
  }
}

/// Payments and net revenue of two stretches of days.
struct RevenueWindows {
  private(set) var before = (charges: Int64(0), net: Amount.zero)
  private(set) var now = (charges: Int64(0), net: Amount.zero)

  var change: Amount { now.net - before.net }

  mutating func add(_ row: Row<DailySegments>, isNow: Bool) {
    let (charges, net) = (
      row.integer(DailySegments.charges), row[DailySegments.netRevenue] ?? .zero
    )
    if isNow {
      now = (now.charges + charges, now.net + net)
    } else {
      before = (before.charges + charges, before.net + net)
    }
  }

  func part(_ name: String) -> ChangePart {
    ChangePart(
      part: name, cases: (before.charges, now.charges), amounts: (before.net, now.net),
      amount: change)
  }
}

/// A change of net revenue as volume, mix and price (price-volume-mix analysis):
///
///     volume   the change of the number of payments × what one brought before
///     mix      that one product sold more, another less than the number of payments says, each
///              payment at what one of the product brought before
///     price    that a payment of a product brought another amount; refunds are in it
///
/// A product without payments before has no amount of before: what it brings is mix.
struct RevenueEffects {
  let volume: Amount
  let mix: Amount
  let price: Amount

  init(_ products: [RevenueWindows], _ total: RevenueWindows) {
    let (count, before) = (total.now.charges, total.before)
    volume =
      before.charges == 0
      ? .zero
      : before.net.times(Fraction(count, over: before.charges)) - before.net
    price = products.reduce(Amount.zero) { sum, product in
      guard product.before.charges > 0 else { return sum }
      let usual = product.before.net.times(
        Fraction(product.now.charges, over: product.before.charges))
      return sum + product.now.net - usual
    }
    mix = total.change - volume - price
  }

  var parts: [ChangePart] {
    [("volume", volume), ("mix", mix), ("price", price)].map { ChangePart(part: $0, amount: $1) }
  }
}

// MARK: - Rates

extension ChangesTable {
  private var churn: [RowBuilder<Changes>] {
    let all = figures.rows(of: Churn.self).totals
    guard let now = all.first(where: { $0[Churn.month] == Churn.trailing }),
      let before = all.first(where: { $0[Churn.month] == Churn.previous }),
      let total = Self.total(
        (before.integer(Churn.churnedCustomers), before.integer(Churn.openingCustomers)),
        (now.integer(Churn.churnedCustomers), now.integer(Churn.openingCustomers)))
    else { return [] }
    let reasons: [Column<Churn, Int64>] = [
      Churn.voluntary, Churn.billing, Churn.refund, Churn.other,
    ]
    let parts = reasons.map { reason in
      let cases = (before.integer(reason), now.integer(reason))
      return ChangePart(
        part: reason.name, cases: cases,
        rate: Self.difference(
          (cases.0, before.integer(Churn.openingCustomers)),
          (cases.1, now.integer(Churn.openingCustomers))))
    }
    return rows(.churnRate, total, [(.reason, Self.rounded(parts, to: total.rate))])
  }

  private func conversion(
    _ now: TrialEnds.Window, _ before: TrialEnds.Window
  ) -> [RowBuilder<Changes>] {
    guard
      let total = Self.total((before.converted, before.matured), (now.converted, now.matured))
    else { return [] }
    let mix = TrialMix(figures, now.days, before.days).effect
    let parts = mix.flatMap { mix in
      total.rate.map { change in
        [
          ChangePart(part: "mix", rate: mix),
          ChangePart(
            part: "rate", rate: Rate(millionths: change.millionths - mix.millionths)),
        ]
      }
    }
    return rows(.trialConversion, total, [(.effect, parts ?? [])])
  }

  /// Nil where either stretch has no cases.
  private static func total(_ before: (Int64, Int64), _ now: (Int64, Int64)) -> ChangePart? {
    difference(before, now).map { change in
      ChangePart(
        part: "all", cases: (before.0, now.0),
        rates: (Rate(before.0, over: before.1), Rate(now.0, over: now.1)), rate: change,
        pValue: fisherExactPValue(now.0, of: now.1, against: before.0, of: before.1))
    }
  }

  private static func difference(_ before: (Int64, Int64), _ now: (Int64, Int64)) -> Rate? {
    guard let old = Rate(before.0, over: before.1), let new = Rate(now.0, over: now.1) else {
      return nil
    }
    return Rate(millionths: new.millionths - old.millionths)
  }

  /// Each part is rounded for itself: the largest takes the millionth or two that are left.
  private static func rounded(_ parts: [ChangePart], to total: Rate?) -> [ChangePart] {
    guard let total else { return parts }
    let rest = total.millionths - parts.reduce(0) { $0 + ($1.rate?.millionths ?? 0) }
    var parts = parts
    let largest = parts.indices.max {
      abs(parts[$0].rate?.millionths ?? 0) < abs(parts[$1].rate?.millionths ?? 0)
    }
    if let largest, let rate = parts[largest].rate {
      parts[largest].rate = Rate(millionths: rate.millionths + rest)
    }
    return parts
  }
}
