import Feed
import Floor
import Glibc
import Settings
import Store
import Timeline
import Values

/// Folds everybody of a database on one thread, and prints what a customer costs: decoding,
/// timeline, facts and rows, but neither reading from the database nor writing to it.
func fold(_ path: String) throws {
  let store = try Store(reading: path, lockTimeout: .usual)
  let strings = try store.strings()
  let rules = Settings().foldRules(
    ExchangeRates(reportingCurrency: "USD"), try store.apps(), firstDay: nil, strings)
  let derivation = Derivation(
    store, strings: strings, rules: rules, threads: 1, memory: 1_000_000_000)
  var (seconds, allocations) = (0.0, Int64(0))
  let customers = try derivation.benchmark(before: .distantFuture) { batch in
    let start = (threadSeconds(), floor_allocations())
    try batch()
    seconds += threadSeconds() - start.0
    allocations += floor_allocations() - start.1
  }
  print("customers,cpu_s,us_a_customer,allocations_a_customer")
  print(
    "\(customers),\(rounded(seconds, 3)),\(rounded(seconds * 1e6 / Double(customers), 2)),"
      + "\(rounded(Double(allocations) / Double(customers), 1))")
}

private func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

private func rounded(_ number: Double, _ decimals: Int) -> Double {
  let scale = pow(10, Double(decimals))
  return (number * scale).rounded() / scale
}
