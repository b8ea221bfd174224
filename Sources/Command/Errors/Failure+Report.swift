import Reports
import Values

/// Words for files of a report that were not written as they should be, and for workbooks.
extension Failure {
  init(workbook error: WorkbookError) {
    let message =
      switch error {
      case .damaged(let path, let part, let reason):
        "\(path) was not written whole: \(part.isEmpty ? "the archive" : part) is \(reason)"
      case .refused(let call, let sheet, let code):
        "the workbook cannot be written\(sheet.isEmpty ? "" : ", sheet \(sheet)"): "
          + "\(call) answers \(code)"
      case .notCreated(let path): "\(path) cannot be begun"
      case .usedTwice(let name, let sheet): "sheet \(sheet) of the workbook has two blocks \(name)"
      case .foreignDecimalPoint(let text): "numbers of the workbook would be written as \(text)"
      }
    self.init(
      message, hint: "is the disk full? --format markdown,csv,html leaves the workbook out",
      exit: .cannotWrite)
  }

  init(reading error: ReportError) {
    switch error {
    case .csvDiffers(let table, let difference):
      self.init(
        "csv/\(table).csv, read back, says \"\(difference.found)\" where \"\(difference.expected)\" was "
          + "written: line \(difference.line), column \(difference.column)",
        hint:
          "nothing was published; this is a defect of the program, or of the memory of the machine",
        exit: .reconciliation)
    }
  }
}
