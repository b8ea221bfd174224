import Values

/// What several places say of parts.
extension Failure {
  /// A line that is none of a part; caught where its file and number are known.
  static let malformed = Failure("a line is none of a part", exit: .badData)

  /// Neither a folder with lines of a part nor a database.
  static func isNoPart(_ path: String) -> Failure {
    Failure(
      "\(path) is no part: no fold has written it",
      hint: "\"runrate fold LOGS --facts DIR\" writes one", exit: .badData)
  }

  /// Files are there, but none of them says what part they are of.
  static func saysNotWhat(_ path: String) -> Failure {
    Failure(
      "\(path) does not say what part it is: a file is missing, or was cut short",
      hint: "write the part anew, or copy it whole", exit: .badData)
  }

  /// Customers, or ids of one, in more than one part.
  static func overlapping(_ customer: UserID) -> Failure {
    Failure(
      "customer \(customer.pseudonym) is in more than one part",
      hint: "\"runrate read --parts\" deals all lines of a customer out to one part",
      exit: .badData, kind: .overlap)
  }
}
