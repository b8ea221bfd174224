import Values

/// What several places say of parts.
extension Failure {
  /// Neither a folder with a part nor a database.
  static func isNoPart(_ path: String) -> Failure {
    Failure(
      "\(path) is no part: no fold has written it",
      hint: "\"runrate fold LOGS --facts DIR\" writes one", exit: .badData)
  }

  /// Bytes of a part's file are missing, or are not as they were written.
  static func damagedPart(_ path: String) -> Failure {
    Failure(
      "\(path) is damaged or was cut short",
      hint: "write the part anew, or copy it whole", exit: .badData)
  }

  /// Made by a program with other tables.
  static func otherVersion(_ path: String) -> Failure {
    Failure(
      "\(path) is of another version of the program",
      hint: "read, fold and merge with one version", exit: .badData)
  }

  /// Customers, or ids of one, in more than one part.
  static func overlapping(_ customer: UserID) -> Failure {
    Failure(
      "customer \(customer.pseudonym) is in more than one part",
      hint: "\"runrate read --parts\" deals all lines of a customer out to one part",
      exit: .badData)
  }
}
