/// The commit that a program was built from.
package struct Commit {
  /// Shortened, with `-dirty` after it where files differed from the commit.
  let hash: String
  /// Its day in UTC, `YYYY-MM-DD`.
  let date: String

  /// Nil without a hash: the build was not told, as when it is not made by the Makefile.
  package init?(hash: String, date: String) {
    guard !hash.isEmpty else { return nil }
    self.hash = hash
    self.date = date
  }
}

extension Program {
  /// What `--version` says, such as `runrate 0.1.0 (commit 1a2b3c4d5e6f, 2026-06-30)`.
  static func versionText(builtFrom commit: Commit?) -> String {
    let source = commit.map { "commit \($0.hash), \($0.date)" } ?? "unknown commit"
    return "runrate \(version) (\(source))"
  }
}
