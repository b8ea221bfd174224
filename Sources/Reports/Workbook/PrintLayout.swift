/// At which scale a sheet is printed, and before which rows a page begins, so that no picture is
/// cut.
///
/// Excel ignores breaks where it is told to fit a sheet to pages, so the scale is worked out here.
/// In pixels of a screen, 96 to the inch.
struct PrintLayout: Equatable {
  /// Of a page of A4, landscape, without its margins and with room to spare: where Calibri is
  /// missing, columns are as much wider as the digits of the font in its place.
  static let page = (width: 1_045 * 0.75, height: 688 * 0.96)
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
    /// How far words reach that have no column of their own.
    var reach = 0.0
    /// Where they stand, how high they are, and how far they reach.
    var pictures: [(row: Int, height: Double, reach: Double)] = []
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
    let width = max(
      sheet.columns.reduce(0, +), min(sheet.reach, widest), sheet.pictures.map(\.reach).max() ?? 0)
    return min(100, max(10, Int(page.width * 100 / max(1, width))))
  }

  /// The largest scale for two pages, with all pictures on the first.
  private static func scaleForTwo(_ sheet: Sheet) -> Int {
    (10...100).last { isEnough($0, for: sheet) } ?? 10
  }

  private static func isEnough(_ scale: Int, for sheet: Sheet) -> Bool {
    let room = page.width * 100 / Double(scale)
    guard sheet.pictures.allSatisfy({ $0.reach <= room }) else { return false }
    let repeated = sheet.columns.prefix(sheet.repeated.columns).reduce(0, +)
    var (used, first) = (0.0, 0)
    while first < sheet.columns.count, used + sheet.columns[first] <= room {
      used += sheet.columns[first]
      first += 1
    }
    let left = sheet.columns.dropFirst(first).reduce(0, +)
    return left == 0 || repeated + left <= room
  }

  /// All breaks down to the last picture: the printer would put others elsewhere.
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
