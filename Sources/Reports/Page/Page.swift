import Metrics

struct Page: Report {
  let name = "index.html"

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {}
}
