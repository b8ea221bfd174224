import Metrics

/// What is missing for want of exchange rates, as the forms of a report say it: in red above the
/// headline, and as a mark on every figure and picture that is too small for it.
extension Figures {
  var missingRates: MissingRatesNotice? { MissingRatesNotice(self) }

  /// The sentences of the banner; none where nothing is missing.
  var banner: [String] { missingRates?.sentences ?? [] }

  /// A title of MRR, subscribers and what is drawn from them, with the mark.
  func markedMRR(_ title: String) -> String { marked(title, missingRates?.mark) }

  /// A title of revenue and what is drawn from it, with the mark.
  func markedRevenue(_ title: String) -> String { marked(title, missingRates?.chargesMark) }

  /// Where a section is about money that is incomplete.
  var missingRateRemarks: [ReportSection.Remark] {
    guard let missing = missingRates else { return [] }
    let parts = [missing.mark, missing.chargesMark].compactMap(\.self)
    return [ReportSection.Remark(text: parts.joined(separator: ", ") + ".", isBad: true)]
  }

  private func marked(_ title: String, _ mark: String?) -> String {
    mark.map { "\(title) (\($0))" } ?? title
  }
}
