import Metrics
import Values

@testable import Reports

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

  /// Five times the fourteen months, one after the other.
  static let longHistory = dated { table in
    (0..<5).reversed().flatMap { age in
      table.rows.map { row in row.map { older($0, months: 14 * age) } }
    }
  }

  /// Nothing but the month of the as-of day: one cohort.
  static let oneMonth = dated { table in
    table.rows.filter { row in row.compactMap(month(of:)).allSatisfy { $0 == town.asOf.month } }
  }

  /// Other rows in all tables that tell of months or days.
  private static func dated(_ rows: (Table) -> [[Cell]]) -> Figures {
    var figures = Fixture.figures
    figures.tables = figures.tables.map { table in
      var table = table
      if table.rows.first?.prefix(4).contains(where: { month(of: $0) != nil }) ?? false {
        table.rows = rows(table)
      }
      return table
    }
    return figures
  }

  private static func month(of cell: Cell) -> Month? {
    cell.month ?? cell.day?.month ?? cell.text.flatMap { Month($0) }
  }

  private static func older(_ cell: Cell, months: Int) -> Cell {
    switch cell {
    case .month(let month): .month(month.advanced(by: -months))
    case .day(let day): .day(day.advanced(by: -months * 30))
    case .text(let text):
      Month(text).map { .text($0.advanced(by: -months).description) } ?? cell
    default: cell
    }
  }

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
