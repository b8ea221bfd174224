/// What is made when it is first asked for, once: a value, or the error that came instead.
final class Lazy<Value> {
  private let make: () throws -> Value
  private lazy var result = Result { try make() }

  init(_ make: @escaping () throws -> Value) { self.make = make }

  var value: Value { get throws { try result.get() } }
}
