import Metrics

/// A part of the summary and of the page that helps to decide something: a sentence or two, and
/// tables.
struct DecisionSection {
  let id: String
  let title: String
  let sentences: [String]
  /// With what each shows in a few words.
  let tables: [(caption: String, table: FigureTable)]

  var isEmpty: Bool { tables.allSatisfy { $0.table.isEmpty } }

  var markdown: String {
    let text = sentences.filter { !$0.isEmpty }.map { ForeignText.markdown($0, limit: 400) + "\n" }
    return (text + tables.map(\.table.markdown)).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  var html: String {
    let text = sentences.filter { !$0.isEmpty }.map {
      "<p>\(ForeignText.html($0, limit: 400))</p>\n"
    }
    let shown = tables.filter { !$0.table.isEmpty }
    return text.joined() + shown.map { $0.table.html($0.caption) }.joined()
  }
}

extension DecisionSection {
  /// In the order of the summary and the page; those with nothing to show are left out.
  static func all(_ figures: Figures) -> [DecisionSection] {
    [
      DecisionSection(
        id: "s-due", title: "What falls due", sentences: [],
        tables: [("Trials ending and renewals due", figures.upcomingTable)]),
      DecisionSection(
        id: "s-paywalls", title: "Paywalls",
        sentences: [figures.paywallSentence] + figures.timingSentences,
        tables: [
          ("What paywalls led to", figures.paywallTable),
          ("What the steps of the funnels cost", figures.lossTable),
        ]),
      DecisionSection(
        id: "s-offers", title: "Offers and referrals", sentences: [figures.referralSentence],
        tables: [
          ("Offers beside similar customers", figures.offerTable),
          ("Referrals by month", figures.referralTable),
        ]),
      DecisionSection(
        id: "s-features", title: "Features and gates", sentences: [],
        tables: [("Features, and what denials led to", figures.featureTable)]),
      DecisionSection(
        id: "s-costs", title: "What customers cost", sentences: [],
        tables: [("Spend by channel, and what came of it", figures.costTable)]),
      DecisionSection(
        id: "s-plans", title: "Plans", sentences: [],
        tables: [("The products of the catalogue", figures.planTable)]),
      DecisionSection(
        id: "s-doubts", title: "For a person to look at",
        sentences: [figures.suspicionSentence],
        tables: [("What looks strange", figures.suspicionTable)]),
    ].filter { !$0.isEmpty }
  }
}
