import Metrics
import Values

/// The tables by cohort.
extension Fixture {
  static func cohorts() -> [(grain: String, cohort: Cell, first: Day, last: Day)] {
    let weeks = Set((town.first...town.asOf).map(\.week)).sorted()
    return weeks.map { ("week", .day($0), $0, min($0.advanced(by: 6), town.asOf)) }
      + months.map { ("month", .month($0), $0.firstDay, end(of: $0)) }
  }

  static func trials(_ people: [SampleData.Person], _ first: Day, _ last: Day) -> [SampleData
    .Person]
  {
    people.filter { person in person.trial.map { first <= $0 && $0 <= last } ?? false }
  }

  static var trialCohorts: Table {
    TrialCohorts.schema.table(
      cohorts().flatMap { cohort in
        segments().map { segment in
          let trials = trials(segment.people, cohort.first, cohort.last)
          return [
            .text(cohort.grain), cohort.cohort, .text(segment.dimension), .text(segment.value),
          ] + trialCells(trials)
        }
      })
  }

  static func trialCells(_ trials: [SampleData.Person]) -> [Cell] {
    let converted = trials.filter { $0.paid != nil }.count
    let matured = trials.filter { age($0) >= 21 }
    let maturedConverted = matured.filter { $0.paid != nil }.count
    let pending = trials.filter { $0.paid == nil && age($0) < 14 }.count
    let low = rate(max(0, maturedConverted - 8), matured.count)
    return [
      count(trials.count), count(converted), count(pending),
      count(trials.count - converted - pending), rate(converted, trials.count),
      count(matured.count), count(maturedConverted), rate(maturedConverted, matured.count), low,
      rate(min(matured.count, maturedConverted + 9), matured.count),
    ]
  }

  static func age(_ person: SampleData.Person) -> Int {
    person.trial.map { $0.distance(to: town.asOf) } ?? 0
  }

  static var trialCurve: Table {
    TrialCurve.schema.table(
      cohorts().flatMap { cohort in
        let trials = trials(town.people, cohort.first, cohort.last)
        return (0...30).compactMap { day in curveRow(cohort, trials, day) }
      })
  }

  static func curveRow(
    _ cohort: (grain: String, cohort: Cell, first: Day, last: Day), _ trials: [SampleData.Person],
    _ day: Int
  ) -> [Cell]? {
    let eligible = trials.filter { age($0) >= day }
    guard !eligible.isEmpty else { return nil }
    let converted = eligible.filter { person in
      guard let trial = person.trial, let paid = person.paid else { return false }
      return trial.distance(to: paid) <= day
    }
    return [
      .text(cohort.grain), cohort.cohort, .text("all"), .text("all"), count(day),
      count(eligible.count), count(converted.count), rate(converted.count, eligible.count),
    ]
  }

  /// Who never pays opts out after up to nine days.
  static var trialOptOuts: Table {
    TrialOptOuts.schema.table(
      cohorts().flatMap { cohort in
        segments().compactMap { segment in
          let trials = trials(segment.people, cohort.first, cohort.last)
          guard !trials.isEmpty else { return nil }
          let rates = [1, 2, 5, 7, 14].flatMap { optedOut(trials, by: $0, cohort.last) }
          return [
            .text(cohort.grain), cohort.cohort, .text(segment.dimension), .text(segment.value),
            count(trials.count),
          ] + rates + [cohort.grain == "month" ? count(100) : .missing]
        }
      })
  }

  private static func optedOut(_ trials: [SampleData.Person], by age: Int, _ last: Day) -> [Cell] {
    guard last.distance(to: town.asOf) >= age else { return [.missing, .missing] }
    let out = trials.filter { $0.paid == nil && ($0.trial?.number ?? 0) % 10 <= age }.count
    return [count(out), rate(out, trials.count)]
  }

  /// Two weeks of which 30 % usually pay, and the newest nights, which took a third of that.
  static var trialNowcast: Table {
    func row(
      _ cohort: String, _ trials: Int, _ rates: [Int64?], isOver: Bool,
      fall: [Cell] = [.missing, .missing, .missing]
    ) -> [Cell] {
      let cells = rates.map { $0.map { Cell.rate(Rate(millionths: $0 * 1000)) } ?? .missing }
      return [.text(cohort), .text("all"), .text("all"), count(trials)] + [
        isOver ? count(trials / 10) : .missing
      ] + cells + fall
    }
    return TrialNowcasts.schema.table([
      row(
        "\(town.asOf.advanced(by: -20))", 120, [400, 310, 270, 350, 300, 800, nil], isOver: true),
      row(
        "\(town.asOf.advanced(by: -13))", 110, [100, 250, 190, 310, 300, 750, nil], isOver: true),
      row(
        "last 7 nights", 200, [nil, 200, 150, 250, 300, nil, 333], isOver: false,
        fall: [.text("end"), .day(town.asOf.advanced(by: -3)), count(400)]),
    ])
  }

  static var retention: Table {
    Retention.schema.table(
      segments().filter { $0.dimension != "channel" }.flatMap { segment in
        months.flatMap { cohort in
          let people = segment.people.filter { $0.paid?.month == cohort }
          return retentionRows(cohort, segment.dimension, segment.value, people)
        }
      })
  }

  static func retentionRows(
    _ cohort: Month, _ dimension: String, _ value: String, _ people: [SampleData.Person]
  ) -> [[Cell]] {
    guard !people.isEmpty else { return [] }
    let mrr = people.reduce(Amount.zero) { $0 + $1.price }
    let complete = months.filter { $0 >= cohort && $0.lastDay <= town.asOf }
    return complete.map { month in
      let kept = people.filter { $0.pays(on: month.lastDay) }
      let keptMRR = kept.reduce(Amount.zero) { $0 + $1.price }
      return [
        .month(cohort), .text(dimension), .text(value), count(cohort.distance(to: month)),
        count(people.count), count(kept.count), rate(kept.count, people.count), .money(mrr),
        .money(keptMRR), rate(keptMRR, mrr),
      ]
    }
  }

  static var ltv: Table {
    LTV.schema.table(
      segments().filter { ["all", "channel"].contains($0.dimension) }.flatMap { segment in
        months.flatMap { month in
          let people = segment.people.filter { $0.first.month == month }
          return [7, 14, 30, 60, 90, 180, 365].compactMap {
            ltvRow(month, segment.dimension, segment.value, people, $0)
          }
        }
      })
  }

  static func ltvRow(
    _ month: Month, _ dimension: String, _ value: String, _ people: [SampleData.Person], _ days: Int
  ) -> [Cell]? {
    guard month.lastDay.advanced(by: days + 1) <= town.asOf, !people.isEmpty else { return nil }
    let charges = people.map { $0.charges(from: $0.first, to: $0.first.advanced(by: days)) }
    let payers = charges.filter { $0 > 0 }.count
    let net = zip(people, charges).reduce(Amount.zero) {
      $0 + Amount(micros: $1.0.price.micros * Int64($1.1))
    }
    let each = { (n: Int) in n == 0 ? Cell.missing : .money(net.times(Fraction(1, over: Int64(n))))
    }
    return [
      .month(month), .text(dimension), .text(value), count(days), count(people.count),
      count(payers), .money(net), each(people.count), each(payers),
    ]
  }

  static var funnel: Table {
    FunnelSteps.schema.table(
      months.flatMap { month in
        segments().flatMap { segment in
          let people = segment.people.filter { $0.first.month == month }
          return funnelRows(month, segment.dimension, segment.value, people)
        }
      })
  }

  static func funnelRows(
    _ month: Month, _ dimension: String, _ value: String, _ people: [SampleData.Person]
  ) -> [[Cell]] {
    let shown = people.count - people.filter { $0.trial == nil }.count / 3
    let steps = [
      ("app_installed", people.count), ("paywall_shown", shown),
      ("trial_started", people.filter { $0.trial != nil }.count),
      ("charge", people.filter { $0.paid != nil }.count),
    ]
    let isMature = month.lastDay.advanced(by: 30) <= town.asOf
    return steps.indices.map { index in
      [
        .text("acquisition"), .text("month"), .month(month), .text(dimension), .text(value),
        count(index + 1), .text(steps[index].0), count(steps[index].1),
        index == 0 ? .missing : rate(steps[index].1, steps[index - 1].1),
        rate(steps[index].1, steps[0].1), .flag(isMature),
      ]
    }
  }

  static var cancellations: Table {
    let reasons = [("too_expensive", 5), ("not_using", 3), ("=HYPERLINK(\"x\")", 1), ("(none)", 2)]
    return Cancellations.schema.table(
      months.flatMap { month in
        reasons.map { reason, weight in
          [
            .month(month), .text("all"), .text("all"), .text(reason), count(weight * 7),
            count(weight),
            rate(weight, 11),
          ]
        }
      })
  }

  static var renewals: Table {
    Renewals.schema.table(
      months.dropFirst().map { month in
        [
          .month(month), .text("all"), .text("all"), count(210), count(189), count(6),
          rate(189, 210), rate(180, 210), rate(196, 210), rate(6, 21), isComplete(month),
        ]
      })
  }
}
