import Metrics

/// The pictures that `details.md` shows, as files.
struct ChartFiles: Report {
  let name = "charts/*.svg"
  let form: ReportForm? = .markdown

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    for exhibit in ReportSection.files {
      let picture = exhibit.chart(figures).file(id: exhibit.name)
      try folder.write(Array(picture.utf8), to: "charts/\(exhibit.name).svg")
    }
  }
}
