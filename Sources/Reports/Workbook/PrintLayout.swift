/// At which scale a sheet is printed, and before which rows a page begins, so that no picture is cut.
///
/// Excel ignores breaks where it is told to fit a sheet to pages, so the scale is worked out here. In
/// pixels of a screen, 96 to the inch, with some room to spare: printers and fonts differ.
struct PrintLayout: Equatable {
  /// Of a page of A4, landscape, without its margins.
  static let page = (width: 1_045.0 * spare, height: 688.0 * spare)
  private static let spare = 0.96
  /// What is printed at about a half of its size on one page; a wider sheet gets two.
  private static let widest = 2_000.0

  let scale: Int
  /// The rows from 0 that begin a page: those up to the last picture.
  let breaks: [Int]

  /// A sheet as wide and high as its columns, rows and pictures.
  struct Sheet {
    var columns: [Double]
    /// By row; as high as ``row`` where nothing is said.
    var heights: [Int: Double] = [:]
    /// How far words reach that have no column of their own, and pictures.
    var reach = 0.0
    var pictures: [(row: Int, height: Double)] = []
    /// Printed on every page.
    var repeated: (rows: Int, columns: Int) = (0, 0)

    static let row = 20.0

    func height(_ row: Int) -> Double { heights[row] ?? Sheet.row }

    /// Whether nobody could read it on a single page.
    var isWide: Bool { columns.reduce(0, +) > PrintLayout.widest }
  }

  init(_ sheet: Sheet) {
    scale = sheet.isWide ? PrintLayout.scaleForTwo(sheet) : PrintLayout.scaleForOne(sheet)
    breaks = PrintLayout.breaks(sheet, PrintLayout.page.height * 100 / Double(scale))
  }

  private static func scaleForOne(_ sheet: Sheet) -> Int {
    let width = max(sheet.columns.reduce(0, +), min(sheet.reach, widest))
    return min(100, max(10, Int(page.width * 100 / max(1, width))))
  }

  /// The largest at which all columns are on two pages, the second of which repeats the first ones.
  private static func scaleForTwo(_ sheet: Sheet) -> Int {
    (10...100).last { firstPage(sheet, $0).isEnough } ?? 10
  }

  /// How many columns the first page holds at a scale, and whether the second takes the others.
  private static func firstPage(_ sheet: Sheet, _ scale: Int) -> (columns: Int, isEnough: Bool) {
    let room = page.width * 100 / Double(scale)
    let repeated = sheet.columns.prefix(sheet.repeated.columns).reduce(0, +)
    var (used, first) = (0.0, 0)
    while first < sheet.columns.count, used + sheet.columns[first] <= room {
      used += sheet.columns[first]
      first += 1
    }
    let left = sheet.columns.dropFirst(first).reduce(0, +)
    return (first, left == 0 || repeated + left <= room)
  }

  /// All breaks down to the last picture: were those between left to the printer, it would put them
  /// somewhere else.
  private static func breaks(_ sheet: Sheet, _ room: Double) -> [Int] {
    guard let last = sheet.pictures.map(\.row).max() else { return [] }
    let pictures = Dictionary(grouping: sheet.pictures, by: \.row)
    let repeated = (0..<sheet.repeated.rows).reduce(0) { $0 + sheet.height($1) }
    var (used, breaks) = (0.0, [Int]())
    for row in 0...last {
      let needed = max(sheet.height(row), pictures[row]?.map(\.height).max() ?? 0)
      if used + needed > room, row > 0, used > repeated {
        breaks.append(row)
        used = repeated
      }
      used += sheet.height(row)
    }
    // Excel keeps no more.
    return breaks.count < 1_000 ? breaks : []
  }
}
