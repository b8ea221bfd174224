import Metrics
import Values

/// Why MRR moved since a turning point, or in 30 days: three parts that add up to the change.
struct Reasons {
  struct Part: Equatable {
    let name: String
    let amount: Amount
  }

  /// `Why MRR fell by $608 since 19 Jun`.
  let title: String
  let parts: [Part]
  /// The products that changed most: `grip.pro.weekly −$690, …`; empty where there is one alone.
  let products: String

  /// Nil where there is no stretch of so many days, or its figures are not shown.
  init?(_ figures: Figures, _ turn: TurningPoint?) {
    guard figures.hiddenBelow == nil, !figures.unproven.contains("daily.mrr") else { return nil }
    let spans = figures.spans(since: turn)
    let rows = figures.comparing(spans).rows(of: Changes.self)
      .where(Changes.metric, is: Changes.Metric.mrr.rawValue)
    let split = { (split: Changes.Split) in
      rows.where(Changes.split, is: split.rawValue).map {
        Part(name: $0.text(Changes.part), amount: $0[Changes.amountChange] ?? .zero)
      }
    }
    guard let total = split(.total).first?.amount else { return nil }
    let since = turn.map { "since \(DisplayFormat.shortDay($0.day))" } ?? "in 30 days"
    title =
      total == .zero
      ? "MRR \(since): what came and went"
      : "Why MRR \(total > .zero ? "rose" : "fell") by \(figures.shown(total.magnitude)) \(since)"
    let movements = split(.movement)
    parts = Self.groups.map { name, members in
      Part(
        name: name,
        amount: movements.filter { members.contains($0.name) }.map(\.amount).reduce(.zero, +))
    }
    products = Self.largest(split(.product), figures)
  }

  /// `New and returning +$875, Churned −$1,451, …; by product: grip.pro.weekly −$619, …`
  func text(_ figures: Figures) -> String {
    parts.map { "\($0.name) \(figures.signed($0.amount))" }.joined(separator: ", ")
      + (products.isEmpty ? "" : "; by product: \(products)")
  }

  private static let groups: [(String, Set<String>)] = [
    ("New and returning", ["new", "reactivation"]), ("Churned", ["churn"]),
    ("Plan changes and rates", ["expansion", "contraction", "fx"]),
  ]

  private static func largest(_ parts: [Part], _ figures: Figures) -> String {
    guard parts.count > 1 else { return "" }
    let largest = parts.filter { $0.amount != .zero }.sorted {
      ($1.amount.magnitude, $0.name) < ($0.amount.magnitude, $1.name)
    }
    let rest = largest.dropFirst(3).map(\.amount).reduce(.zero, +)
    let others = largest.count > 3 ? [Part(name: "others", amount: rest)] : []
    return (largest.prefix(3) + others).map { "\($0.name) \(figures.signed($0.amount))" }
      .joined(separator: ", ")
  }
}

extension Figures {
  /// `+$353`, `−$690`.
  func signed(_ amount: Amount) -> String {
    (amount < .zero ? "−" : amount == .zero ? "" : "+") + shown(amount.magnitude)
  }
}
