import Metrics

/// A script that writes files into the dbt project it is run in: the published tables as sources
/// (the views of ``DuckDBScript``), a model of the totals of each that tells of days or months, and
/// semantic models with metrics for MetricFlow.
struct DbtProject {
  var script: String {
    """
    # Run in a dbt project on the database that "runrate print duckdb" filled.
    set -e
    mkdir -p models/runrate
    \(file("_sources.yml", sources))\(models)\(file("_semantic_models.yml", semanticModels))
    """
  }

  private func file(_ name: String, _ text: String) -> String {
    "cat > models/runrate/\(name) <<'RUNRATE'\n\(text)RUNRATE\n"
  }

  /// Tables that tell when, and whose figures add up.
  private static let timed = ReportSchema.all.filter { file in
    file.time != nil && !file.listsPeople && !measures(file).isEmpty
  }

  private static func measures(_ file: TableSchema) -> [Table.Column] {
    file.figures.filter { ["sum", "last day"].contains(file.additivity(of: $0)) }
  }
}

// MARK: - Sources and models

extension DbtProject {
  private var sources: String {
    let tables = ReportSchema.all.map { file in
      let columns = file.columns.map { column in
        "          - name: \(column.name)\n            description: \(quoted(column.meaning))\n"
      }
      return "      - name: \(file.name)\n        description: \(quoted(file.meaning))\n"
        + "        columns:\n" + columns.joined()
    }
    return "version: 2\nsources:\n  - name: runrate\n    schema: runrate\n    tables:\n"
      + tables.joined()
  }

  private var models: String {
    let spine = """
      {{ config(materialized='table') }}
      select cast(range as date) as date_day
      from range(date '2015-01-01', date '2036-01-01', interval 1 day)

      """
    return file("runrate_days.sql", spine)
      + Self.timed.map { file("runrate_\($0.name).sql", model($0)) }.joined()
  }

  /// The rows of everything together, each with the first day that it is about.
  private func model(_ file: TableSchema) -> String {
    let time = file.time?.name ?? ""
    let isDay = file.time?.kind == .day
    let day = isDay ? time : "cast(\"\(time)\" || '-01' as date)"
    var rows: [String] = []
    if file.hasSegments { rows.append("dimension = '\(file.whole ?? "all")'") }
    if file.columns.contains(where: { $0.role == .grain }) { rows.append("grain = 'month'") }
    if file.time?.kind == .text { rows.append("\"\(time)\" not like '%-30d'") }
    for key in file.keys where ["channel", "campaign"].contains(key.name) {
      rows.append("\(key.name) = 'all'")
    }
    let filter = rows.isEmpty ? "" : "where " + rows.joined(separator: " and ") + "\n"
    return "select *, \(day) as starts_on, row_number() over () as row_id\n"
      + "from {{ source('runrate', '\(file.name)') }}\n\(filter)"
  }

  /// For YAML.
  private func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
}

// MARK: - Semantic models

extension DbtProject {
  private var semanticModels: String {
    """
    version: 2
    models:
      - name: runrate_days
        time_spine:
          standard_granularity_column: date_day
        columns:
          - name: date_day
            granularity: day
    semantic_models:
    \(Self.timed.map(semanticModel).joined())metrics:
    \(Self.timed.map(metrics).joined())
    """
  }

  private func semanticModel(_ file: TableSchema) -> String {
    let keys = file.keys.filter { [.key, .requiredKey].contains($0.role) }
    let labels = keys.map { key in
      "      - {name: \(label(key.name)), type: categorical, expr: '\"\(key.name)\"'}\n"
    }
    return "  - name: runrate_\(file.name)\n    description: \(quoted(file.meaning))\n"
      + "    model: ref('runrate_\(file.name)')\n"
      + "    defaults: {agg_time_dimension: starts_on}\n"
      + "    entities:\n      - {name: \(file.name)_row, type: primary, expr: row_id}\n"
      + "    dimensions:\n      - name: starts_on\n        type: time\n"
      + "        type_params: {time_granularity: \(grain(file))}\n" + labels.joined()
      + "    measures:\n" + Self.measures(file).map { measure($0, file) }.joined()
  }

  /// MetricFlow keeps the names of grains for itself.
  private func label(_ key: String) -> String { key == "day" ? "day_number" : key }

  private func grain(_ file: TableSchema) -> String { file.time?.kind == .day ? "day" : "month" }

  private func measure(_ column: Table.Column, _ file: TableSchema) -> String {
    let isLast = file.additivity(of: column) == "last day"
    let last =
      isLast
      ? "        non_additive_dimension: {name: starts_on, window_choice: max}\n" : ""
    return "      - name: \(measureName(column.name, file))\n        agg: sum\n"
      + "        expr: '\"\(column.name)\"'\n" + last
  }

  private func measureName(_ column: String, _ file: TableSchema) -> String {
    "\(file.name)_\(column)_sum"
  }

  private func metrics(_ file: TableSchema) -> String {
    let simple = Self.measures(file).map { column in
      metric(column, file, "simple", "      measure: \(measureName(column.name, file))\n")
    }
    let known = Set(Self.measures(file).map(\.name))
    let ratios = file.figures.compactMap { column -> String? in
      guard let quotient = file.quotient(column), quotient.part.count == 1,
        quotient.whole.count == 1, known.contains(quotient.part[0]),
        known.contains(quotient.whole[0])
      else { return nil }
      return metric(
        column, file, "ratio",
        "      numerator: \(file.name)_\(quotient.part[0])\n"
          + "      denominator: \(file.name)_\(quotient.whole[0])\n")
    }
    return (simple + ratios).joined()
  }

  private func metric(
    _ column: Table.Column, _ file: TableSchema, _ type: String, _ parameters: String
  ) -> String {
    "  - name: \(file.name)_\(column.name)\n    label: \(quoted("\(file.name).\(column.name)"))\n"
      + "    description: \(quoted(column.meaning))\n    type: \(type)\n    type_params:\n\(parameters)"
  }
}
