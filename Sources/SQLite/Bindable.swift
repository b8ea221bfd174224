/// A value that a statement takes for a parameter.
package protocol Bindable {
  func bind(to statement: Statement, at index: Int32) throws
}

extension Int64: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    try statement.bind(self, at: index)
  }
}

extension Int32: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    try statement.bind(Int64(self), at: index)
  }
}

extension Int: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    try statement.bind(Int64(self), at: index)
  }
}

extension String: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    try statement.bind(self, at: index)
  }
}

extension [UInt8]: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    try withUnsafeBytes { try statement.bind(blob: $0, at: index) }
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    guard let self else { return try statement.bindNull(at: index) }
    try self.bind(to: statement, at: index)
  }
}
