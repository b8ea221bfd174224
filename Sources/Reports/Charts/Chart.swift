import Metrics

/// A picture of figures: as a file of its own, or within the page.
protocol Chart: Sendable {
  var title: String { get }
  /// What a screen reader says: what is drawn, in which unit, and the newest value.
  var description: String { get }
  /// ``ChartSize/broad``, or ``ChartSize/narrow`` where it is drawn for a phone.
  var width: Double { get set }
  var height: Double { get }
  /// What the colours and marks mean, below the title.
  var legend: [LegendEntry] { get }
  /// What its axis measures, at the end of the legend.
  var measured: String { get }
  /// What is drawn, in numbers: for those who cannot see it, and for those who want to copy it.
  var numbers: FigureTable { get }
  /// Whether there is nothing to draw; a file of its own then says so.
  var isEmpty: Bool { get }
  /// What it says then.
  var emptiness: String { get }
  /// Only asked of a chart that is not empty.
  func draw(into svg: inout SVG)
}

extension Chart {
  static var noFigures: String { "No figures yet." }
  var emptiness: String { Self.noFigures }
}

/// The widths in which a chart is drawn. Labels have the same size in both.
enum ChartSize {
  static let broad = 760.0
  static let narrow = 360.0
}

extension Chart {
  var height: Double { 300 }
  var legend: [LegendEntry] { [] }
  var measured: String { "" }
  var isNarrow: Bool { width < ChartSize.broad }

  /// A whole file, with its own colours for light and dark.
  func file(id: String) -> String {
    let style = "<style>\(ChartStyle.rules)</style>\n"
    return svg(id, inside: style + "<rect width=\"100%\" height=\"100%\" class=\"bg\"/>\n")
      + "\n"
  }

  /// For a page with ``ChartStyle/rules``: one for a wide screen, one for a phone.
  func inline(id: String) -> String {
    var small = self
    small.width = ChartSize.narrow
    return svg(id, style: " broad") + "\n" + small.svg(id + "-n", style: " narrow")
  }

  private func svg(_ id: String, inside: String = "", style: String = "") -> String {
    var picture = SVG(id: id)
    let head = ChartHead(self)
    head.draw(into: &picture)
    if isEmpty { picture.text(emptiness, 16, 52, "u") } else { draw(into: &picture) }
    let frame = [0, -head.rise, width, (isEmpty ? 72 : height) + head.rise].map(SVG.number)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(frame.joined(separator: " "))" role="img" \
      aria-labelledby="\(id)-t \(id)-d" class="chart\(style)">
      <title id="\(id)-t">\(UntrustedText.html(title))</title>
      <desc id="\(id)-d">\(UntrustedText.html(description, limit: 300))</desc>
      \(ChartStyle.hatch(id: id))
      \(inside)\(picture.body)</svg>
      """
  }
}

/// The look of every chart: classes, in two schemes.
enum ChartStyle {
  static let rules =
    light + "@media(prefers-color-scheme:dark){\(dark)}"
    + "@media print{\(light)}"

  static func hatch(id: String) -> String {
    """
    <defs><pattern id="\(id)-hatch" width="6" height="6" patternUnits="userSpaceOnUse" \
    patternTransform="rotate(45)"><rect width="3" height="6" class="bgf"/></pattern></defs>
    """
  }

  private static let shapes =
    ".chart text{font:12px system-ui,-apple-system,Segoe UI,Roboto,sans-serif}"
    + ".chart .h{font-size:15px;font-weight:600}.chart .s{font-size:11px}"
    + ".chart .b{font-weight:600}.chart .i{font-style:italic}"
    + ".chart .grid{stroke-width:1}.chart .zero{stroke-width:1.2}"
    + ".chart .l{fill:none;stroke-width:2;stroke-linejoin:round}"
    + ".chart .dash{stroke-dasharray:5 4}.chart .hit{fill:transparent}"
    + ".chart .hit:hover{fill:#8883}.chart .band{fill-opacity:.16}.chart .open{fill-opacity:.4}.chart .pale{fill-opacity:.45}"

  private static let light =
    shapes
    + scheme(
      back: "#fff", text: "#24292f", faint: "#57606a", grid: "#e4e7eb", zero: "#6e7781",
      cell: "#000", \.onLight)

  private static let dark = scheme(
    back: "#0d1117", text: "#e6edf3", faint: "#9ea7b3", grid: "#262d37", zero: "#8b949e",
    cell: "#fff", \.onDark)

  private static func scheme(
    back: String, text: String, faint: String, grid: String, zero: String, cell: String,
    _ shade: (ChartColour) -> UInt32
  ) -> String {
    ".chart .bg{fill:\(back)}.chart .bgf{fill:\(back);fill-opacity:.6}"
      + ".chart .t,.chart .h,.chart .b{fill:\(text)}.chart .s,.chart .u{fill:\(faint)}"
      + ".chart .cell{fill:\(cell)}.chart .hi{fill:#fff}"
      + ".chart .grid{stroke:\(grid)}.chart .zero{stroke:\(zero)}"
      + ChartColour.allCases.map { colour in
        let hex = "#" + String(0x100_0000 | shade(colour), radix: 16).dropFirst()
        return ".chart .\(colour){fill:\(hex)}.chart .l.\(colour){fill:none;stroke:\(hex)}"
      }.joined()
  }
}

/// The pictures that `details.md` shows, as files.
struct ChartFiles: Report {
  let name = "charts/*.svg"
  let form: ReportForm? = .markdown

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    for exhibit in ReportSection.files {
      let picture = exhibit.chart(figures).file(id: exhibit.name)
      try folder.write(Array(picture.utf8), to: "charts/\(exhibit.name).svg")
    }
  }
}
