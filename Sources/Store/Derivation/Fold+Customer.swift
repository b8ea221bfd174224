package import Timeline
import Values

extension CustomerEvents {
  /// What the fold makes of them; an error names the customer.
  func timeline(of id: UserID, _ rules: FoldRules) throws -> Timeline {
    do {
      return try Timeline(self, rules)
    } catch {
      throw StoreError.absurdMoney(customer: id.pseudonym, error)
    }
  }
}

extension CustomerEvents {
  /// The same, in the memory of another timeline.
  func fold(into emitter: inout FactEmitter, of id: UserID) throws {
    do {
      try emitter.fold(self)
    } catch {
      throw StoreError.absurdMoney(customer: id.pseudonym, error)
    }
  }
}

extension StoredCustomer {
  /// What happened to him, and what it led to.
  package func history(_ rules: FoldRules) throws -> CustomerHistory {
    do {
      return try CustomerHistory(events, rules)
    } catch {
      throw StoreError.absurdMoney(customer: pseudonym, error)
    }
  }
}
