package import Metrics
package import Settings

/// `digest.md`, `digest.txt` and `digest.html` of one period.
package struct DigestFiles: Report {
  package let name = "digest.*"
  private let period: DigestPeriod
  private let link: String?

  /// - Parameter link: the address of the whole report, with `{day}` for its as-of day.
  package init(_ period: DigestPeriod, link: String?) {
    self.period = period
    self.link = link
  }

  package func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    let digest = Digest(figures, of: period, link: link)
    try folder.write(Array(digest.markdown.utf8), to: "digest.md")
    try folder.write(Array(digest.text.utf8), to: "digest.txt")
    try folder.write(Array(digest.html.utf8), to: "digest.html")
  }
}
