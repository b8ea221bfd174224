import Values

/// A target of the configuration beside the figure that it is for.
package struct Target: Sendable, Hashable {
  package enum Status: String, Sendable, CaseIterable {
    case onTarget = "on target"
    case below = "below target"
    case above = "above target"
    /// Fewer than ``Target/enough`` cases: no verdict.
    case fewCases = "n < 30"
    case unknown
  }

  /// The cases from which on a rate is judged.
  package static let enough: Int64 = 30

  package var name: String
  package var actual: Cell
  /// The lower end of what is wanted; missing = none.
  package var low = Cell.missing
  /// The upper end of what is wanted; missing = none.
  package var high = Cell.missing
  /// What would be more than is asked for; missing = nobody says.
  package var stretch = Cell.missing
  /// How many cases a rate is made of; nil for what is no rate.
  package var cases: Int64?
  /// Whether it is one part of a whole, of which more is less of another.
  package var isPartOfMix = false

  /// A range has two ends: past its upper end a figure is above target, which may be welcome.
  package var status: Status {
    guard let actual = actual.magnitude else { return .unknown }
    if let cases, cases < Self.enough { return .fewCases }
    let isBelow = low.magnitude.map { actual < $0 } ?? false
    let isAbove = high.magnitude.map { actual > $0 } ?? false
    if isBelow { return .below }
    if isAbove { return .above }
    return .onTarget
  }

  /// Nil where nothing is judged, and for what is more than a range asks for.
  package var isMet: Bool? {
    switch status {
    case .onTarget: true
    case .below: false
    case .above: low == .missing ? false : nil
    case .fewCases, .unknown: nil
    }
  }
}

/// A step in the middle of a funnel that no customer of any month has reached: most likely the log
/// does not say it, and then it and all steps after it show a false zero (Definitions, "Funnels").
package struct UnreachedStep: Sendable, Equatable {
  package let funnel: String
  /// The event, or events, that count as the step.
  package let event: String
  /// Its number, from 1.
  package let step: Int64
}

extension Figures {
  /// The first such step of every funnel that has one, in the order of the table.
  package var unreachedSteps: [UnreachedStep] {
    let months = rows(of: FunnelSteps.self).monthlyTotals
    return months.filter { $0[FunnelSteps.step] == 1 }.map { $0.text(FunnelSteps.funnel) }.distinct
      .compactMap { unreached(in: months.where(FunnelSteps.funnel, is: $0), of: $0) }
  }

  private func unreached(in rows: Rows<FunnelSteps>, of funnel: String) -> UnreachedStep? {
    let last = rows.compactMap { $0[FunnelSteps.step] }.max() ?? 0
    let reached = Set(
      rows.filter { $0[FunnelSteps.customers] != 0 }.compactMap { $0[FunnelSteps.step] })
    guard reached.contains(1), last > 2,
      let step = (2..<last).first(where: { !reached.contains($0) }),
      let row = rows.first(where: { $0[FunnelSteps.step] == step })
    else { return nil }
    return UnreachedStep(funnel: funnel, event: row.text(FunnelSteps.event), step: step)
  }
}

extension [UnreachedStep] {
  /// Whether nobody can have reached a step of a funnel, for nobody reached one up to it.
  package func block(_ funnel: String, _ step: Int64) -> Bool {
    contains { $0.funnel == funnel && $0.step <= step }
  }
}

extension UnreachedStep {
  /// What is shown instead of the zeros.
  package var sentence: String {
    "Funnel \(funnel): no customer has reached \(event) so far, so it ends before it. Where the app "
      + "does not log \(event), leave it out of the funnel (funnels in the configuration); "
      + "where it does, this is a real zero: see funnel.csv."
  }
}
