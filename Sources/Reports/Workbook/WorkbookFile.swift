package import Metrics

/// The workbook as one of the reports.
package struct WorkbookFile: Report {
  package let name = "runrate.xlsx"
  package let form: ReportForm? = .xlsx
  package let isLong = true

  package init() {}

  package func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    try folder.withScratch { scratch in
      try Workbook().write(figures, to: folder.path(name), temporary: scratch)
    }
    try folder.adopt(name)
  }
}
