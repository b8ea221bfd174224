import Foundation

// The benchmark: whole processes, measured from outside. `make bench` builds and runs it.
//
//   Benchmarks [--events N] [--growth N] [--runs N] [--runrate PATH] [--baseline SCRIPT]
//     [--same-work SCRIPT] [--results FOLDER] [--shape year|years|segments]
//   Benchmarks read LOGS      reads a log with every rule of the reader, and stores nothing
//   Benchmarks floor LOGS     parses it with simdjson alone
//   Benchmarks fold DATABASE  folds everybody of it, on one thread
//   Benchmarks dialects       lines of stores and vendors a second and core; options as above

do {
  switch CommandLine.arguments.dropFirst().first {
  case "read": try read(CommandLine.arguments[2], threads: CommandLine.arguments.dropFirst(3).first)
  case "floor": try parseOnly(CommandLine.arguments[2])
  case "fold": try fold(CommandLine.arguments[2])
  case "dialects":
    var benchmark = try DialectBenchmark(BenchmarkOptions(CommandLine.arguments.dropFirst(2)))
    try benchmark.run()
  default: try Benchmark(try BenchmarkOptions(CommandLine.arguments.dropFirst())).run()
  }
} catch {
  FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
  exit(1)
}
