import Metrics
import Values

/// What `summary.md` and `details.md` begin with.
enum MarkdownHead {
  /// The title, what the figures rest on, and what makes them too small.
  /// `isOfDay`: the title ends with the as-of day.
  static func text(_ figures: Figures, _ title: String, isOfDay: Bool = true) -> String {
    let year = padded(figures.asOf.civil.year, 4)
    let day = isOfDay ? " on \(DisplayFormat.dayName(figures.asOf)) \(year)" : ""
    return """
      # \(figures.mark)\(title)\(day)\
      \(UntrustedText.markdown(figures.segmentMark, limit: 120))

      \(figures.staleSentence.map { "> **\(UntrustedText.markdown($0, limit: 240))**\n\n" } ?? "")\
      \(UntrustedText.markdown(figures.provenance, limit: 240))
      \(banner(figures))
      """
  }

  private static func banner(_ figures: Figures) -> String {
    figures.notices.map { sentences in
      let texts = sentences.map { UntrustedText.markdown($0, limit: 400) }
      return "\n> " + (["**\(texts[0])**"] + texts.dropFirst()).joined(separator: " ") + "\n"
    }.joined()
  }
}
