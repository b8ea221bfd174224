import Reports

extension Console {
  /// Warns where more people may read a file or folder than should.
  func warnOfWidth(of path: String, wanted: ReportMode) {
    guard let found = wanted.width(of: path) else { return }
    warn(
      "\(path) has mode \(found), so that others can read it: \"chmod \(wanted.change) \(path)\"")
  }
}
