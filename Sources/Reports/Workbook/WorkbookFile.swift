import Metrics

/// The workbook as one of the reports.
struct WorkbookFile: Report {
  let name = "runrate.xlsx"
  let form: ReportForm? = .xlsx
  let isLong = true

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    try folder.withScratch { scratch in
      try Workbook().write(figures, to: folder.path(name), temporary: scratch)
    }
    try folder.adopt(name)
  }
}
