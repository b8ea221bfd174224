import Reports
import Values

/// Words for the folder of a report, its files and its workbook.
extension Failure {
  init(file error: FileError) {
    switch error {
    case .isSymbolicLink(let path):
      self.init(
        "\(path) is a symbolic link; reports are written only into real folders",
        exit: .cannotWrite)
    case .isNoFolder(let path): self.init("\(path) is in the way", exit: .cannotWrite)
    case .isBusy(let path):
      self.init(
        "another run is writing a report into \(path), and has not ended for five minutes",
        hint: "name another folder with --reports", exit: .locked)
    case .isForeign(let path):
      self.init(
        "\(path) is where the report would be written, but no run has written it",
        hint: "move it away, or name another folder with --reports", exit: .cannotWrite)
    case .isNoRunFile(let path):
      self.init(
        "\(path) does not say what it should of its report",
        hint:
          "it is damaged, or no run wrote it; make the report anew with \"runrate report --as-of DAY\"",
        exit: .noInput)
    case .failed(let call, let path, let errno):
      self.init(
        "\(path) cannot be written: \(systemMessage(errno)) (\(call))", hint: systemHint(errno),
        exit: .cannotWrite)
    }
  }

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
