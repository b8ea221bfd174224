/// An SVG picture as it grows. Coordinates have one decimal, so that equal figures give equal
/// bytes; colours are classes, so that they follow light and dark.
struct SVG {
  private(set) var body = ""
  /// Makes ids distinct where several pictures stand in one page.
  let id: String

  init(id: String) { self.id = id }

  /// The hatching of what is not over yet.
  var hatch: String { "url(#\(id)-hatch)" }

  mutating func rect(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String, tip: String = "",
    attributes: String = ""
  ) {
    body += "<rect x=\"\(SVG.number(x))\" y=\"\(SVG.number(y))\" "
    body += "width=\"\(SVG.number(max(0, width)))\" height=\"\(SVG.number(max(0, height)))\" "
    body += "class=\"\(style)\"\(attributes)"
    body += tip.isEmpty ? "/>\n" : "><title>\(UntrustedText.html(tip, limit: 200))</title></rect>\n"
  }

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) {
    body += "<line x1=\"\(SVG.number(x1))\" y1=\"\(SVG.number(y1))\" "
    body += "x2=\"\(SVG.number(x2))\" y2=\"\(SVG.number(y2))\" class=\"\(style)\"/>\n"
  }

  mutating func path(_ commands: String, _ style: String, attributes: String = "") {
    guard !commands.isEmpty else { return }
    body += "<path d=\"\(commands)\" class=\"\(style)\"\(attributes)/>\n"
  }

  mutating func dot(_ x: Double, _ y: Double, _ style: String) {
    body += "<circle cx=\"\(SVG.number(x))\" cy=\"\(SVG.number(y))\" r=\"3\" class=\"\(style)\"/>\n"
  }

  enum Anchor: String { case start, middle, end }

  mutating func text(
    _ text: String, _ x: Double, _ y: Double, _ style: String = "t", _ anchor: Anchor = .start
  ) {
    body += "<text x=\"\(SVG.number(x))\" y=\"\(SVG.number(y))\" class=\"\(style)\""
    if anchor != .start { body += " text-anchor=\"\(anchor.rawValue)\"" }
    body += ">\(UntrustedText.html(text, limit: 120))</text>\n"
  }

  /// `M10.0 20.0L30.0 40.0`; a missing value begins a new piece.
  static func polyline(_ points: [(x: Double, y: Double)?]) -> String {
    var commands = ""
    var isDown = false
    for point in points {
      if let point { commands += "\(isDown ? "L" : "M")\(number(point.x)) \(number(point.y))" }
      isDown = point != nil
    }
    return commands
  }

  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "0" }
    let tenths = Int((value * 10).rounded())
    let whole = "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10)"
    return tenths % 10 == 0 ? whole : whole + ".\(tenths.magnitude % 10)"
  }
}
