import CXLSXWriter
import Glibc
package import Metrics
import Values

extension Failure {
  static func workbook(_ message: String) -> Failure {
    Failure(
      message, hint: "is the disk full? --format markdown,csv,html leaves the workbook out",
      exit: .cannotWrite)
  }

  /// The library answered a call with an error code; -1 for no answer.
  static func refused(_ call: String, sheet: String, code: Int = -1) -> Failure {
    .workbook(
      "the workbook cannot be written\(sheet.isEmpty ? "" : ", sheet \(sheet)"): "
        + "\(call) answers \(code)")
  }
}

/// Owns an open libxlsxwriter workbook. Let go without ``close()``, it leaves no file.
struct WorkbookHandle: ~Copyable {
  let book: UnsafeMutablePointer<lxw_workbook>

  /// `temporary`: on the disk of the result, because the library hides a full one.
  init(path: String, temporary: String, created day: Day) throws {
    guard let book = WorkbookHandle.open(path: path, temporary: temporary) else {
      throw Failure.workbook("\(path) cannot be begun")
    }
    do {
      try WorkbookHandle.date(book, day)
    } catch {
      lxw_workbook_free(book)
      throw error
    }
    self.book = book
  }

  /// Writes the file.
  consuming func close() throws {
    let code = workbook_close(book)
    discard self
    try check(code, "workbook_close")
  }

  deinit { lxw_workbook_free(book) }

  private static func open(path: String, temporary: String) -> UnsafeMutablePointer<lxw_workbook>? {
    temporary.withCString { folder in
      var options = lxw_workbook_options()
      options.tmpdir = UnsafeMutablePointer(mutating: folder)
      return workbook_new_opt(path, &options)
    }
  }

  /// A fixed creation date makes equal figures equal bytes.
  private static func date(_ book: UnsafeMutablePointer<lxw_workbook>, _ day: Day) throws {
    let strings = CStrings()
    var properties = lxw_doc_properties()
    properties.title = strings.copy("Subscription metrics to \(day)")
    properties.author = strings.copy("Runrate")
    properties.created = time_t(day.number) * 86_400
    try check(workbook_set_properties(book, &properties), "workbook_set_properties")
  }
}

/// Turns the library's answer into an error.
func check(_ code: lxw_error, _ call: String, sheet: String = "") throws {
  guard code == LXW_NO_ERROR else {
    throw Failure.refused(call, sheet: sheet, code: Int(code.rawValue))
  }
}

/// C strings that live as long as this object, for option structs.
final class CStrings {
  private var pointers: [UnsafeMutablePointer<CChar>] = []

  func copy(_ text: String) -> UnsafeMutablePointer<CChar>? {
    guard let pointer = strdup(text) else { return nil }
    pointers.append(pointer)
    return pointer
  }

  deinit { for pointer in pointers { free(pointer) } }
}

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
