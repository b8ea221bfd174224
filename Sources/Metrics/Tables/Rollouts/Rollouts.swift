package enum Rollouts: ReportTable {
  package static let rollout = requiredKey("rollout", "The rollout's name.")
  package static let step = Column<Self, Int64>("step", .count, "The step's number, from 1.", .key)
  package static let metric = key(
    "metric",
    "`adoption`: who has it, of all who used the app; `crash`, `anr`: customers with one, of those "
      + "with a session; `conversion`: who paid, of those who never had; `revenue`: net, for each.")
  package static let from = day("from", "The step's first day.")
  package static let until = day("until", "Its last day; empty while there is no step after it.")
  package static let plannedShare = rate(
    "planned_share", "How many are meant to have it, by the configuration.")
  package static let customersIn = count(
    "customers_in", "Customers of the figure who have it; of adoption, those who got it later, too."
  )
  package static let casesIn = count("cases_in", "Those of them whom the figure counts.")
  package static let revenueIn = money("revenue_in", "What they paid in the step, less refunds.")
  package static let figureIn = number("figure_in", "Cases, or revenue, ÷ customers.")
  package static let customersOut = count(
    "customers_out", "Customers of the figure who do not have it.")
  package static let casesOut = count("cases_out", "Those of them whom the figure counts.")
  package static let revenueOut = money("revenue_out", "What they paid in the step, less refunds.")
  package static let figureOut = number("figure_out", "Cases, or revenue, ÷ customers.")
  package static let difference = number(
    "difference", "The figure of those in less that of those out; of adoption, less the plan.")
  package static let low = number("low", "Lower end of the difference's 95 % interval.")
  package static let high = number("high", "Upper end of it.")
  package static let pValue = number(
    "p_value",
    "How probable a difference at least as large is where there is none: the larger of Welch's "
      + "p-value and that of an exact or pooled test; corrected for four figures (Holm).")
  package static let alwaysLow = number(
    "always_low", "Lower end of the difference's interval that holds at every look together.")
  package static let alwaysHigh = number("always_high", "Upper end of that interval.")
  package static let verdict = text(
    "verdict",
    "Of adoption: as planned, ahead of plan, behind plan; else better, worse, no difference seen "
      + "or not enough data; valid under continuous monitoring.")
  package static let worse = count("worse", "1 where the newest step's verdict is worse.")
    .nonCustomer

  package static let schema = TableSchema(
    "rollouts",
    "One row for every step of a rollout that has begun, and each figure of those who have what is "
      + "rolled out beside those who do not.",
    question: "Does something new do harm?", topic: .rollouts,
    steps: [
      Model("rollout_sums", PackageResources.rollout_sums_sql, grain: "rollout, step")
    ],
    columns: [
      rollout, step, metric, from, until, plannedShare, customersIn, casesIn, revenueIn, figureIn,
      customersOut, casesOut, revenueOut, figureOut, difference, low, high, pValue, alwaysLow,
      alwaysHigh, verdict, worse,
    ],
    parts: parts,
    isAskedByCustomer: true,
    nonAdditive: NonAdditiveNote(
      "statistics of those in and those out: Definitions.md, \"Rollouts\"", of: "customers_in"),
    privacy: .list, guide: "Rollouts")

  private static let parts = RolloutFigure.allCases.map { figure in
    let (base, cases) = figure.columns
    func side(_ name: String) -> String {
      """
      \(base)_\(name)\(figure == .adoption && name == "in" ? " + joined" : "") AS customers_\(name),
        \(cases.map { "\($0)_\(name)" } ?? "NULL") AS cases_\(name),
        \(figure == .revenue ? "revenue_\(name)" : "NULL") AS revenue_\(name)
      """
    }
    return """
      SELECT rollout, step, '\(figure.rawValue)' AS metric, \(side("in")), \(side("out"))
      FROM rollout_sums
      """
  }.joined(separator: "\nUNION ALL\n")
}
