import Metrics
import Values

/// What an experiment has shown, in words.
struct ExperimentLine {
  var name: String
  /// `winner: benefits`, or `ahead: benefits` where somebody who looks every day has to wait.
  var verdict: String
  var reason: String
}

extension Figures {
  var experimentLines: [ExperimentLine] {
    rows(of: Experiments.self).compactMap { row in
      guard let verdict = row[Experiments.verdict], row[Experiments.isControl] == true else {
        return nil
      }
      let holds = row[Experiments.verdictAnyDay] == verdict
      let lead = holds ? "winner: " : "ahead, not decided: "
      return ExperimentLine(
        name: row.text(Experiments.experiment),
        verdict: row[Experiments.winner].map { lead + $0 } ?? Self.words[verdict] ?? verdict,
        reason: row.text(Experiments.explanation))
    }
  }

  /// How the field calls verdicts that the table has in plain words.
  private static let words = ["broken split": "sample ratio mismatch (SRM)"]

  /// The variants of every experiment, matured customers alone.
  var experimentTable: FigureTable {
    var table = FigureTable(
      header: [
        "Experiment", "Variant", "Customers", "Trial", "Paid", "Net revenue each",
        "Paid, against control", "Chance to pay more often",
      ], words: 2)
    let rows = rows(of: Experiments.self).where(Experiments.basis, is: "matured")
    let figures = { (metric: String) in rows.where(Experiments.metric, is: metric) }
    table.rows = zip(figures("paid"), zip(figures("trial"), figures("revenue"))).map {
      paid, others in
      let chance = shown(paid.cell(Experiments.chanceToWin))
      return [
        paid.text(Experiments.experiment), paid.text(Experiments.variant),
        shown(paid.cell(Experiments.exposed)), shown(others.0.cell(Experiments.figure)),
        shown(paid.cell(Experiments.figure)), money(others.1.magnitude(Experiments.figure)),
        points(paid), paid[Experiments.isControl] == true ? "control" : chance,
      ]
    }
    return table
  }

  /// What each variant's customers have brought by each age.
  var variantValueTable: FigureTable {
    let rows = rows(of: VariantLTV.self)
    let ages = rows.compactMap { $0[VariantLTV.days] }.distinct.sorted()
    var table = FigureTable(
      header: ["Experiment", "Variant"] + ages.flatMap { ["\($0) days", "of customers"] }, words: 2)
    table.rows = rows.groups(by: VariantLTV.experiment).flatMap { experiment in
      experiment.rows.groups(by: VariantLTV.variant).map { variant in
        [experiment.value, variant.value]
          + ages.flatMap { age in valueCells(variant.rows.first { $0[VariantLTV.days] == age }) }
      }
    }
    return table
  }

  /// `$2.81 ($2.12 to $3.50)`, and of how many.
  private func valueCells(_ row: Row<VariantLTV>?) -> [String] {
    guard let row else { return ["", ""] }
    let value = shown(row.cell(VariantLTV.perCustomer))
    let (low, high) = (row.magnitude(VariantLTV.low), row.magnitude(VariantLTV.high))
    let interval = low == nil || high == nil ? "" : " (\(money(low)) to \(money(high)))"
    return [value + interval, shown(row.cell(VariantLTV.customers))]
  }

  /// `+1.2 pp (+0.1 to +2.3)`; nothing for the control.
  private func points(_ row: Row<Experiments>) -> String {
    guard let difference = row.magnitude(Experiments.difference),
      let low = row.magnitude(Experiments.differenceLow),
      let high = row.magnitude(Experiments.differenceHigh)
    else { return "" }
    let (from, to) = (DisplayFormat.points(low), DisplayFormat.points(high))
    return "\(DisplayFormat.points(difference)) pp (\(from) to \(to))"
  }

  /// A computed amount in units of a currency: the report's, where none is named.
  func money(_ units: Double?, in code: String? = nil) -> String {
    guard let units, abs(units) < 9e12 else { return DisplayFormat.unknown }
    return DisplayFormat(currency: code ?? currency).money(
      Amount(micros: Int64((units * 1_000_000).rounded())))
  }
}

extension DisplayFormat {
  /// A difference of shares in percentage points, with its sign.
  static func points(_ difference: Double) -> String {
    let text = fixed(difference * 100, 1)
    return text == "0.0" || text == "−0.0" ? "±0" : (difference > 0 ? "+" : "") + text
  }
}

extension Figures {
  /// What the same thing brought at several prices.
  var priceTable: FigureTable {
    typealias Prices = PriceSensitivity
    return FigureTable(
      citing: rows(of: Prices.self), self, words: 2,
      [
        .text("Price") { row in
          let price = row.text(Prices.price)
          return price.isEmpty ? row.text(Prices.scope) : price
        },
        .text("Where") { row in
          let name = row.text(Prices.name)
          return row.text(Prices.price).isEmpty ? name : "\(name): \(row.text(Prices.scope))"
        },
        .of("Viewers", Prices.viewers), .of("Paid", Prices.conversion),
        .text("95% interval") {
          interval(shown($0.cell(Prices.conversionLow)), shown($0.cell(Prices.conversionHigh)))
        },
        .text("Net revenue a viewer") { money($0.magnitude(Prices.perViewer)) },
        .text("95% interval") {
          interval(
            money($0.magnitude(Prices.perViewerLow)), money($0.magnitude(Prices.perViewerHigh)))
        },
      ])
  }

  /// `12.0% to 15.0%`; unknown without both ends.
  private func interval(_ low: String, _ high: String) -> String {
    [low, high].contains(DisplayFormat.unknown) ? DisplayFormat.unknown : "\(low) to \(high)"
  }

  /// What to make of each price but the first, in sentences.
  var priceSentences: [(name: String, text: String)] {
    rows(of: PriceSensitivity.self).compactMap { row in
      row[PriceSensitivity.statement].map { statement in
        ("\(row.text(PriceSensitivity.name)), \(row.text(PriceSensitivity.scope))", statement)
      }
    }
  }
}
