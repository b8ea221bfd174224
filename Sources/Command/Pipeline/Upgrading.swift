import Store

// What an upgrade of the program changes is said by the first run after it.

extension Console {
  /// Says what became of a database of an older version, and where it stands as it was.
  func tell(_ upgrade: Upgrade, of path: String) {
    note(
      "upgraded \(path) from schema \(upgrade.from) to \(upgrade.to); as it was, it stands in "
        + "\(upgrade.copy), which may go once the reports are right")
    for change in upgrade.changes { note("what changes: \(change)") }
  }
}

extension Session {
  /// Says what is otherwise where an older program has folded the events; `rules` are those that it
  /// has left, as ``Settings/rulesHash``.
  func tellOfOtherRules(_ rules: String?) {
    guard let folded = rules?.split(separator: "-").first.flatMap({ Int($0) }),
      folded < foldVersion
    else { return }
    console.note("folding all events anew: an older version has folded them")
    for change in foldChanges where change.version > folded {
      console.note("what changes in the figures: \(change.meaning)")
    }
  }
}
