import Values

/// What the running trials are expected to bring: those of a product, times the average MRR of its
/// subscribers, at the matured rate of the product.
struct RunningTrials {
  typealias Line = OutlookTable.Line

  private let trials: [String: [Row<Subscribers>]]
  /// A subscriber's MRR by product.
  private let usual: [String: Amount]
  private let cohorts: Rows<TrialCohorts>

  init(_ figures: Figures) {
    let subscribers = figures.rows(of: Subscribers.self)
    trials = Dictionary(grouping: subscribers.where(Subscribers.state, is: "trial")) {
      $0.text(Subscribers.product)
    }
    usual = TodoTable.averages(subscribers)
    cohorts = figures.rows(of: TrialCohorts.self).where(TrialCohorts.grain, is: "month")
  }

  /// All running trials, and those of each product.
  var lines: [Line] {
    let parts = lines { _ in true }
    var all = Line(item: .trials, cases: parts.reduce(0) { $0 + ($1.cases ?? 0) })
    all.amount = parts.reduce(Amount.zero) { $0 + ($1.amount ?? .zero) }
    let isUnknown = !parts.isEmpty && parts.allSatisfy { $0.expected == nil }
    all.expected = isUnknown ? nil : parts.reduce(Amount.zero) { $0 + ($1.expected ?? .zero) }
    let unknown = parts.filter { $0.expected == nil }.map(\.part)
    if !unknown.isEmpty { all.note = "Without \(unknown.joined(separator: ", "))." }
    return [all] + parts
  }

  /// Of those that end by a day.
  func expected(by day: Day) -> Amount {
    lines { row in row[Subscribers.ends].map { $0 <= day } ?? false }
      .reduce(.zero) { $0 + ($1.expected ?? .zero) }
  }

  private func lines(_ isMeant: (Row<Subscribers>) -> Bool) -> [Line] {
    trials.sorted { $0.key < $1.key }.map { product, rows in
      line(product, Int64(rows.count(where: isMeant)))
    }
  }

  private func line(_ product: String, _ count: Int64) -> Line {
    var line = Line(item: .trials, part: product, cases: count)
    line.amount = usual[product].map { $0.times(Fraction(count, over: 1)) }
    let rate = matured("product", product) ?? matured("all", "all")
    line.expected = line.amount.flatMap { amount in rate.map { amount.times($0.fraction) } }
    if usual[product] == nil { line.note = "Nobody pays for the product yet." }
    if rate == nil { line.note = "No trial is over yet." }
    return line
  }

  /// Of all trials of a segment that are over.
  private func matured(_ dimension: String, _ value: String) -> Rate? {
    let rows = cohorts.where(TrialCohorts.dimension, is: dimension)
      .where(TrialCohorts.value, is: value)
    return Rate(
      rows.sum(TrialCohorts.maturedConverted), over: rows.sum(TrialCohorts.maturedTrials))
  }
}
