import Metrics
import Values

/// Something that waits for somebody to decide, ranked by the money that hangs on it.
struct Decision {
  let text: String
  /// The id of the section that tells more.
  let section: String
  /// What it is ranked by; zero for what has to be looked at first.
  let money: Amount

  private static let most = 3

  /// At most three, those with the most money first.
  static func all(_ figures: Figures) -> [Decision] {
    let found =
      [figures.failedPayments].compactMap(\.self) + figures.decidedExperiments
      + figures.brokenExperiments + figures.missedTargets
    return Array(
      found.enumerated().sorted {
        ($1.element.money, $0.offset) < ($0.element.money, $1.offset)
      }.map(\.element).prefix(most))
  }
}

extension Figures {
  /// `Roll out benefits (paywall_copy): $4.51 net revenue a customer against $2.47, 21.3% paid against 12.8%.`
  fileprivate var decidedExperiments: [Decision] {
    matured("paid").filter { $0[Experiments.isControl] == true }.compactMap { control in
      guard let winner = control[Experiments.winner],
        control[Experiments.verdictAnyDay] == control[Experiments.verdict]
      else { return nil }
      return decided(control.text(Experiments.experiment), winner, control)
    }
  }

  /// A winner that brings less revenue than the control is a question, not an answer.
  private func decided(_ name: String, _ winner: String, _ control: Row<Experiments>) -> Decision {
    let brought = figure("revenue", name, winner), usual = figure("revenue", name, nil)
    let gain = (brought ?? 0) - (usual ?? 0)
    let revenue = "\(money(brought)) net revenue a customer against \(money(usual))"
    let share = "\(paid(name, winner)) paid against \(paid(name, nil))"
    return Decision(
      text: gain < 0
        ? "Decide what counts for \(winner) (\(name)): more pay, \(share), but \(revenue)."
        : "Roll out \(winner) (\(name)): \(revenue); \(share).",
      section: "experiments",
      money: Amount(
        micros: Int64(max(0, gain) * 1_000_000) * control.integer(Experiments.exposed)))
  }

  fileprivate var brokenExperiments: [Decision] {
    rows(of: Experiments.self).filter {
      $0[Experiments.isControl] == true && $0[Experiments.verdict] == "broken split"
    }.map { row in
      Decision(
        text:
          "Do not trust \(row.text(Experiments.experiment)) yet: its customers were not split as "
          + "planned (sample ratio mismatch).", section: "experiments", money: .zero)
    }
  }

  /// `Win back $1,884 of failed payments: 95 people in grace ($744, still in MRR, first by 1 Jul), 138
  /// in billing retry ($1,140, no longer in MRR).`
  fileprivate var failedPayments: Decision? {
    let (grace, retry) = (stake(.grace), stake(.billingRetry))
    let money = grace.amount + retry.amount
    guard grace.people + retry.people > 0 else { return nil }
    let deadline = grace.first.map { ", first by \(DisplayFormat.shortDay($0))" } ?? ""
    let parts = [
      (grace, "in grace", "still in MRR\(deadline)"),
      (retry, "in billing retry", "no longer in MRR"),
    ].filter { $0.0.people > 0 }.map { stake, place, note in
      "\(grouped(Int64(stake.people))) \(place) (\(shown(stake.amount)), \(note))"
    }
    return Decision(
      text: "Win back \(shown(money)) MRR of failed payments: \(parts.joined(separator: ", ")).",
      section: "todo", money: money)
  }

  fileprivate var missedTargets: [Decision] {
    targets.filter { !$0.isPartOfMix && [.below, .above].contains($0.status) }
      .filter { $0.status == .below || $0.low == .missing }
      .map { target in
        let wanted = target.status == .below ? target.low : target.high
        return Decision(
          text: "Target missed: \(target.name) is \(shown(target.actual)), "
            + "\(target.status == .below ? "at least" : "at most") \(shown(wanted)) was set.",
          section: "targets", money: .zero)
      }
  }

  private func matured(_ metric: String) -> [Row<Experiments>] {
    rows(of: Experiments.self).where(Experiments.basis, is: "matured")
      .where(Experiments.metric, is: metric).map(\.self)
  }

  /// Of a variant; nil: of the control.
  private func row(_ metric: String, _ experiment: String, _ variant: String?) -> Row<Experiments>?
  {
    matured(metric).first { row in
      guard row.text(Experiments.experiment) == experiment else { return false }
      guard let variant else { return row[Experiments.isControl] == true }
      return row.text(Experiments.variant) == variant
    }
  }

  private func figure(_ metric: String, _ experiment: String, _ variant: String?) -> Double? {
    row(metric, experiment, variant)?.magnitude(Experiments.figure)
  }

  private func paid(_ experiment: String, _ variant: String?) -> String {
    row("paid", experiment, variant).map { shown($0.cell(Experiments.figure)) }
      ?? DisplayFormat.unknown
  }

  /// Of a reason in the to-do list: people, MRR at stake, and the first end of access.
  func stake(_ reason: Todo.Reason) -> (people: Int, amount: Amount, first: Day?) {
    let rows = rows(of: Todo.self).filter { $0[Todo.reason] == reason.rawValue }
    return (
      rows.count, rows.reduce(.zero) { $0 + ($1[Todo.mrr] ?? .zero) },
      rows.compactMap { $0[Todo.ends] }.filter { $0 >= asOf }.min()
    )
  }
}
