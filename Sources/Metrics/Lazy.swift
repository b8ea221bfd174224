/// What is made when it is first asked for, once. An error is one of each time.
final class Lazy<Value> {
  private let make: () throws -> Value
  private var known: Value?

  init(_ make: @escaping () throws -> Value) { self.make = make }

  var value: Value {
    get throws {
      if let known { return known }
      let value = try make()
      known = value
      return value
    }
  }
}
