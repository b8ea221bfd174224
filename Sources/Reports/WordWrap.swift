extension String {
  /// Broken between words, into lines that fit on a page beside a column of names.
  package func wrapped(limit: Int = 110) -> [String] {
    split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, last.count + word.count < limit {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
  }
}
