import Metrics
import Values

/// Figures that try the layouts: long names, markup in names, zeros, one cohort, many segments.
extension Fixture {
  static let extreme: Figures = {
    var figures = Fixture.figures
    figures.tables = figures.tables.map { table in
      var table = table
      table.rows = table.rows.flatMap(manySegments).map { $0.map(stretched) }
      return table
    }
    figures.alerts = figures.alerts.map { alert in
      var alert = alert
      alert.message += " <b>" + String(repeating: "unbroken", count: 12)
      return alert
    }
    return figures
  }()

  /// Forty countries more, as large as Germany.
  private static func manySegments(_ row: [Cell]) -> [[Cell]] {
    guard let place = row.firstIndex(of: .text("DE")) else { return [row] }
    return [row]
      + (1...40).map { number in
        var copy = row
        copy[place] = .text("DE \(number)")
        return copy
      }
  }

  /// One day old, all zeros.
  static let firstNight: Figures = {
    var figures = Fixture.figures
    figures.tables = figures.tables.map { table in
      var table = table
      table.rows = table.rows.prefix(1).map { $0.map(zeroed) }
      return table
    }
    return figures
  }()

  private static func stretched(_ cell: Cell) -> Cell {
    guard let text = cell.text, ["US", "paywall_shown", "individual", "acquisition"].contains(text)
    else {
      return cell
    }
    return .text(text + String(repeating: "_|<W>", count: 12))
  }

  private static func zeroed(_ cell: Cell) -> Cell {
    switch cell {
    case .count: .count(0)
    case .money: .money(.zero)
    case .rate: .missing
    case .missing, .text, .day, .month, .flag: cell
    }
  }
}
