import Feed

/// What the lines of an input are counted by beside what became of them: names in the table
/// `line_count` and in the parts of a merge. Raw values are stored.
enum LineCountKind: String {
  /// By the event name that is none of ours.
  case ignored
  /// By the reason.
  case rejected
  /// By the field whose value was in no form that is read; the line counts.
  case mistyped
}

extension LineCounts {
  /// All that is counted by a name, in no order.
  var named: [(kind: LineCountKind, name: String, lines: Int)] {
    ignored.map { (.ignored, $0, $1) } + mistyped.map { (.mistyped, $0, $1) }
      + rejected.map { (.rejected, $0.rawValue, $1) }
  }
}
