import Metrics

/// The pictures that `summary.md` shows, as files.
struct ChartFiles: Report {
  let name = "charts/*.svg"

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    for chart in ReportCharts.all {
      let picture = chart.make(figures).file(id: chart.name)
      try folder.write(Array(picture.utf8), to: "charts/\(chart.name).svg")
    }
  }
}
