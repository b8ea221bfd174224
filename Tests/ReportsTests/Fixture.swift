import Metrics
import Values

/// The figures that the tests of this target draw and write: fourteen months of ``SampleData``.
enum Fixture {
  static let figures = make()
  static let town = SampleData()
  static let dimensions = ["all", "tier", "country", "channel"]

  /// Figures without any event behind them: a first night with nothing to report.
  static let empty = Figures(
    asOf: Day(20_590), zone: "UTC", currency: "USD", version: "0.1.0", configurationHash: "00")

  private static func make() -> Figures {
    var figures = Figures(
      asOf: town.asOf, zone: "Europe/Berlin", currency: "USD", version: "0.1.0",
      configurationHash: "4f1c09aa")
    figures.firstDay = town.first
    figures.newestEvent = Instant(milliseconds: 1_779_055_231_000)
    figures.trialLengths = [14]
    figures.inputs = inputs
    figures.tables =
      [
        daily, movements, trialCohorts, dailySegments, trialCurve, trialOptOuts, trialNowcast,
        funnel, churn,
        retention, ltv,
        revenue, refunds, cancellations, renewals, upcoming, subscribers, dataQuality,
      ] + rows
    figures.tables.forEach(requireWholeRows)
    figures.tables += [CohortAverageTable(figures).table, DailyPeriodTable(figures).table]
    figures.checks = checks
    figures.alerts = alerts
    figures.targets = targets
    return figures
  }

  /// A column that is new in a table is to be in the rows that are made here, too.
  private static func requireWholeRows(_ table: Table) {
    let width = table.columns.count
    guard let row = table.rows.first(where: { $0.count != width }) else { return }
    fatalError("a row of Fixture's \(table.name) has \(row.count) cells for \(width) columns")
  }

  // MARK: Helpers

  static var months: [Month] { Array(town.first.month...town.asOf.month) }

  static func segments() -> [(dimension: String, value: String, people: [SampleData.Person])] {
    dimensions.flatMap { dimension in
      let groups = Dictionary(grouping: town.people) { $0.value(of: dimension) }
      return groups.sorted { $0.key < $1.key }.map { (dimension, $0.key, $0.value) }
    }
  }

  static func mrr(_ people: [SampleData.Person], _ day: Day) -> Amount {
    people.reduce(into: .zero) { if $1.pays(on: day) { $0 += $1.price } }
  }

  static func money(_ amount: Amount) -> Cell { .money(amount) }
  static func count(_ number: Int) -> Cell { .count(Int64(number)) }
  static func rate(_ a: Int, _ b: Int) -> Cell {
    Rate(Int64(a), over: Int64(b)).map { .rate($0) } ?? .missing
  }
  static func rate(_ a: Amount, _ b: Amount) -> Cell {
    Rate(a.micros, over: b.micros).map { .rate($0) } ?? .missing
  }
  static func part(_ amount: Amount, _ percent: Int64) -> Amount {
    amount.times(Fraction(percent, over: 100))
  }
  static func end(of month: Month) -> Day { min(month.lastDay, town.asOf) }
  static func isComplete(_ month: Month) -> Cell { .flag(month.lastDay <= town.asOf) }

  // MARK: Tables

  static var daily: Table {
    var previous = Amount.zero
    return Daily.schema.table(
      (town.first...town.asOf).map { day in
        let row = dailyRow(day, previous)
        previous = row[1].amount ?? .zero
        return row
      })
  }

  static func dailyRow(_ day: Day, _ previous: Amount) -> [Cell] {
    let people = town.people
    let mrr = mrr(people, day)
    let new = people.filter { $0.paid == day }
    let gone = people.filter { $0.left == day }
    let newMRR = new.reduce(Amount.zero) { $0 + $1.price }
    let lost = gone.reduce(Amount.zero) { $0 + $1.price }
    let trials = people.filter { $0.trial == day }.count
    let running = people.filter { person in
      person.trial.map { $0 <= day && day < person.paid ?? $0.advanced(by: 14) } ?? false
    }.count
    let money = cash(people, day, day)
    return [
      .day(day), .money(mrr), .money(Amount(micros: mrr.micros * 12)), .money(part(mrr, 75)),
      .money(newMRR), .money(.zero), .money(.zero), .money(.zero), .money(-lost), .money(.zero),
      count(people.filter { $0.pays(on: day) }.count), count(new.count), count(0),
      count(gone.count), count(running), count(trials), count(new.count), count(new.count / 2),
      count(gone.count * 3), .money(Amount(micros: lost.micros * 3)), count(4),
    ] + money
  }

  /// charges, refunds, gross, refunded, net, tax, commission, proceeds.
  static func cash(_ people: [SampleData.Person], _ first: Day, _ last: Day) -> [Cell] {
    let charges = people.map { $0.charges(from: first, to: last) }
    let gross = zip(people, charges).reduce(Amount.zero) {
      $0 + Amount(micros: $1.0.price.micros * Int64($1.1))
    }
    let total = charges.reduce(0, +)
    let refunded = part(gross, total > 3 ? 2 : 0)
    let net = gross - refunded
    let tax = part(net, 9)
    let commission = part(net - tax, 15)
    return [
      count(total), count(total / 50), .money(gross), .money(refunded), .money(net), .money(tax),
      .money(commission), .money(net - tax - commission),
    ]
  }

  static var movements: Table {
    MRRMovements.schema.table(
      months.flatMap { month in
        segments().map { movementRow(month, $0.dimension, $0.value, $0.people) }
      })
  }

  static func movementRow(
    _ month: Month, _ dimension: String, _ value: String, _ people: [SampleData.Person]
  ) -> [Cell] {
    let opening = month.firstDay.advanced(by: -1)
    let end = end(of: month)
    let new = people.filter { ($0.paid?.month).map { $0 == month } ?? false }
    let gone = people.filter { ($0.left?.month).map { $0 == month } ?? false }
    let isPaying = { (day: Day) in people.filter { $0.pays(on: day) }.count }
    let newMRR = new.reduce(Amount.zero) { $0 + $1.price }
    let lost = gone.reduce(Amount.zero) { $0 + $1.price }
    // A tenth of what is new came back, a twentieth grew, and so on: the sum stays right.
    let back = part(newMRR, 10)
    let grown = part(newMRR, 8)
    let shrunk = part(lost, 12)
    return [
      .month(month), .text(dimension), .text(value), .money(mrr(people, opening)),
      .money(newMRR - back - grown), .money(back), .money(grown), .money(-shrunk),
      .money(-(lost - shrunk)), .money(.zero), .money(.zero), .money(.zero),
      .money(mrr(people, end)), count(isPaying(opening)), count(new.count), count(0),
      count(gone.count), count(0), count(0), count(isPaying(end)), isComplete(month),
    ]
  }

  static var dailySegments: Table {
    let days = Array(town.asOf.advanced(by: -60)...town.asOf)
    return DailySegments.schema.table(
      days.flatMap { day in
        segments().map { segment in
          let cash = cash(segment.people, day, day)
          return [
            .day(day), .text(segment.dimension), .text(segment.value),
            .money(mrr(segment.people, day)),
            count(segment.people.filter { $0.pays(on: day) }.count),
            count(segment.people.filter { $0.trial == day }.count),
            count(segment.people.filter { $0.paid == day }.count), cash[0], cash[4],
          ]
        }
      })
  }

  static var churn: Table {
    let rows = months.dropFirst().flatMap { month in
      segments().map { segment in
        churnRow(
          month.description, segment.dimension, segment.value, segment.people,
          month.firstDay.advanced(by: -1), end(of: month), isComplete(month))
      }
    }
    let thirtyDays = [(Churn.trailing, 0), (Churn.previous, 30)].map { label, ago in
      churnRow(
        label, "all", "all", town.people, town.asOf.advanced(by: -30 - ago),
        town.asOf.advanced(by: -ago), .flag(true))
    }
    return Churn.schema.table(rows + thirtyDays)
  }

  static func churnRow(
    _ label: String, _ dimension: String, _ value: String, _ people: [SampleData.Person],
    _ from: Day,
    _ to: Day, _ complete: Cell
  ) -> [Cell] {
    let opening = people.filter { $0.pays(on: from) }
    let gone = opening.filter { !$0.pays(on: to) }
    let openingMRR = mrr(people, from)
    let lost = gone.reduce(Amount.zero) { $0 + $1.price }
    let grown = part(openingMRR, 1)
    return [
      .text(label), .text(dimension), .text(value), count(opening.count), count(gone.count),
      rate(gone.count, opening.count), count(gone.count - gone.count / 4 - gone.count / 10),
      count(gone.count / 4), count(gone.count / 10), count(0), .money(openingMRR), .money(lost),
      .money(.zero), .money(grown), rate(lost, openingMRR), rate(lost - grown, openingMRR),
      rate(openingMRR - lost + grown, openingMRR), rate(openingMRR - lost, openingMRR),
      lost == .zero ? .missing : rate(part(openingMRR, 12), lost), complete,
    ]
  }

  static var revenue: Table {
    let byDay = (town.first...town.asOf).map { ("day", Cell.day($0), $0, $0) }
    let weeks = Set((town.first...town.asOf).map(\.week)).sorted()
    let byWeek = weeks.map { ("week", Cell.day($0), $0, $0.advanced(by: 6)) }
    let byMonth = months.map { ("month", Cell.month($0), $0.firstDay, end(of: $0)) }
    let total = (byDay + byWeek).map { revenueRow($0, "all", "all", town.people) }
    let split = byMonth.flatMap { period in
      segments().map { revenueRow(period, $0.dimension, $0.value, $0.people) }
    }
    return Revenue.schema.table(total + split)
  }

  /// Of the totals: each day, week and month with refunds; a tenth of them was undone in May 2026.
  static var refunds: Table {
    Refunds.schema.table(
      revenue.rows.compactMap { row in
        guard row[2] == .text("all"), let net = row[7].amount, net != .zero else { return nil }
        let isMay =
          row[1].month == Month(year: 2026, month: 5) || row[1].day?.month == town.asOf.month
        let undone = isMay ? part(net, 10) : .zero
        return Array(row.prefix(4)) + [
          row[6], .money(net + undone), count(undone == .zero ? 0 : 1), .money(undone), .money(net),
        ]
      })
  }

  static func revenueRow(
    _ period: (String, Cell, Day, Day), _ dimension: String, _ value: String,
    _ people: [SampleData.Person]
  ) -> [Cell] {
    let cash = cash(people, period.2, period.3)
    let payers = people.filter { $0.charges(from: period.2, to: period.3) > 0 }.count
    let net = cash[4].amount ?? .zero
    func per(_ number: Int) -> Cell {
      number == 0 ? .missing : .money(net.times(Fraction(1, over: Int64(number))))
    }
    return [
      .text(period.0), period.1, .text(dimension), .text(value), cash[0], cash[2], cash[1],
      cash[3], cash[4], cash[5], cash[6], cash[7], per(payers * 2), per(payers),
      rate(Int(cash[1].count ?? 0), Int(cash[0].count ?? 0)),
    ]
  }
}
