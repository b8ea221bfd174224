import CXLSXWriter
import Metrics

/// The workbook's sheets, in their order. Constants, because the library overflows its buffers
/// with long names.
enum SheetName: String, CaseIterable {
  case about = "About"
  case summary = "Summary"
  case daily = "Daily"
  case movements = "MRR movements"
  case trials = "Trial cohorts"
  case retention = "Retention"
  case funnel = "Funnel"
  case experiments = "Experiments"
  case churn = "Churn"
  case ltv = "LTV"
  case lifetimes = "Lifetimes"
  case revenue = "Revenue"
  case subscribers = "Subscribers"
  case due = "Due"
  case paywalls = "Paywalls"
  case offers = "Offers"
  case features = "Features"
  case costs = "Costs"
  case plans = "Plans"
  case doubts = "To look at"
  case checks = "Checks"
  case data = "Data"
}

/// Writes into an open workbook; only valid while its ``WorkbookHandle`` lives.
final class WorkbookPen {
  let book: UnsafeMutablePointer<lxw_workbook>
  private var formats: [Style: UnsafeMutablePointer<lxw_format>] = [:]
  private(set) var sheets: [SheetPen] = []

  init(_ book: UnsafeMutablePointer<lxw_workbook>) { self.book = book }

  /// A new sheet behind those there are.
  func sheet(_ name: SheetName) throws -> SheetPen {
    guard let sheet = workbook_add_worksheet(book, name.rawValue) else {
      throw WorkbookError.refused(call: "workbook_add_worksheet", sheet: name.rawValue, code: -1)
    }
    let pen = SheetPen(sheet, name: name, in: self)
    sheets.append(pen)
    return pen
  }

  /// Equal styles are one format of the file.
  func format(_ style: Style) -> UnsafeMutablePointer<lxw_format>? {
    guard style != .plain else { return nil }
    if let format = formats[style] { return format }
    guard let format = workbook_add_format(book) else { return nil }
    style.apply(to: format)
    formats[style] = format
    return format
  }

  /// A name that other workbooks can link to: `rr_daily`.
  func define(_ name: BlockName, as area: Area, on sheet: SheetName) throws {
    let code = workbook_define_name(book, "rr_\(name.rawValue)", "=\(area.reference(on: sheet))")
    try check(code, "workbook_define_name", sheet: sheet.rawValue)
  }
}

/// The names of the blocks of figures: short ASCII constants, each used once.
enum BlockName: String, CaseIterable {
  case summary, daily, movements, movements_by_segment, waterfall
  case trial_months, trial_weeks
  case retention_customers, retention_mrr, retention
  case funnel, churn, ltv, ltv_triangle, revenue, subscribers, checks, targets, data
  case upcoming, paywalls, funnel_losses, conversion_times, paywall_encounters, offers, referrals
  case features, acquisition_cost, plans, plan_changes, price_points, suspicious
  case experiments, prices, lifetimes, predicted, survival
}

/// A rectangle of cells, counted from 0, both ends included.
struct Area: Hashable {
  var rows: ClosedRange<Int>
  var columns: ClosedRange<Int>

  /// `'MRR movements'!$A$5:$B$18`.
  func reference(on sheet: SheetName) -> String {
    let first = "$\(Area.letters(columns.lowerBound))$\(rows.lowerBound + 1)"
    let last = "$\(Area.letters(columns.upperBound))$\(rows.upperBound + 1)"
    return "'\(sheet.rawValue)'!\(first):\(last)"
  }

  func column(_ index: Int) -> Area { Area(rows: rows, columns: index...index) }

  /// 0 → A, 26 → AA.
  static func letters(_ column: Int) -> String {
    let last = String(UnicodeScalar(UInt8(65 + column % 26)))
    return column < 26 ? last : letters(column / 26 - 1) + last
  }
}
