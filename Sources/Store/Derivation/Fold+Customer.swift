package import Timeline
import Values

extension CustomerEvents {
  /// What the fold makes of them; an error names the customer.
  func timeline(of id: UserID, _ rules: FoldRules) throws -> Timeline {
    do {
      return try Timeline(self, rules)
    } catch {
      throw Failure.absurd(error, of: id.pseudonym)
    }
  }
}

extension CustomerEvents {
  /// The same, in the memory of another timeline.
  func fold(into emitter: inout FactEmitter, of id: UserID) throws {
    do {
      try emitter.fold(self)
    } catch {
      throw Failure.absurd(error, of: id.pseudonym)
    }
  }
}

extension StoredCustomer {
  /// What happened to him, and what it led to.
  package func history(_ rules: FoldRules) throws -> CustomerHistory {
    do {
      return try CustomerHistory(events, rules)
    } catch {
      throw Failure.absurd(error, of: pseudonym)
    }
  }
}

extension Failure {
  /// Money of one customer that cannot be counted to the millionth. Reports call him `customer`.
  fileprivate static func absurd(_ money: AmountOverflow, of customer: String) -> Failure {
    Failure(
      "the \(grouped(Int64(money.charges))) charges of customer \(customer) come to so much that sums of "
        + "it cannot be counted to the millionth; the largest, of "
        + "\(grouped(money.largest.micros / 1_000_000)), is of \(money.time.iso8601)",
      hint: "leave the events with absurd prices out of the log, and make the database anew where "
        + "it has them already",
      exit: .badData)
  }
}
