/// One row for everything that was counted about the logs themselves.
package enum DataQuality: ReportTable {
  package static let section = requiredKey(
    "section", "What was looked at: lines, rejected, late, products and so on.")
  package static let item = requiredKey("item", "The file, reason or check.")
  package static let cases = count("count", "How many.")
  package static let share = rate("share", "The count's part of the section's whole.")
  package static let note = sentence(
    "note", "A detail in words: the oldest one, the first line, the difference.")

  package static let schema = TableSchema(
    "data_quality", "One row for everything that was counted about the logs themselves.",
    columns: [section, item, cases, share, note],
    told: Told(
      "counted while the lines were read; `runrate status` and `runrate rejected` show them"),
    privacy: .open)
}
