import Metrics

/// What is missing for want of exchange rates, prices and billing periods, as the forms of a report
/// say it: in red above the headline, and as a mark on every figure and picture that is too small
/// for it.
extension Figures {
  /// What MRR and subscribers lack; nil where they are whole.
  var mrrMark: String? {
    joined(MissingRatesNotice(self)?.mark, MissingPeriodsNotice(self)?.mark)
  }

  /// What revenue lacks; nil where it is whole.
  var revenueMark: String? { joined(MissingRatesNotice(self)?.chargesMark) }

  /// A title of MRR, subscribers and what is drawn from them, with the mark.
  func markedMRR(_ title: String) -> String { marked(title, mrrMark) }

  /// A title of revenue and what is drawn from it, with the mark.
  func markedRevenue(_ title: String) -> String { marked(title, revenueMark) }

  /// Where a section is about money that is incomplete.
  var incompleteMoneyRemarks: [ReportSection.Remark] {
    let rates = MissingRatesNotice(self)
    let periods = MissingPeriodsNotice(self)
    let parts = [rates?.mark, rates?.chargesMark, pricesMark, periods?.mark].compactMap(\.self)
    return parts.isEmpty
      ? [] : [ReportSection.Remark(text: parts.joined(separator: ", ") + ".", isBad: true)]
  }

  private var pricesMark: String? { MissingPricesNotice(self)?.mark }

  private func joined(_ marks: String?...) -> String? {
    let marks = (marks + [pricesMark]).compactMap(\.self)
    return marks.isEmpty ? nil : marks.joined(separator: ", ")
  }

  private func marked(_ title: String, _ mark: String?) -> String {
    mark.map { "\(title) (\($0))" } ?? title
  }
}
