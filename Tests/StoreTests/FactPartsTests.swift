import Glibc
import Settings
import Support
import Testing
import Values

@testable import Store
@testable import Timeline

/// Sums that were put aside in parts are the sums that were not.
struct FactPartsTests {
  private struct Row: Equatable {
    let key: FactSums.Key
    let values: [Int64]
  }

  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func parts(of sums: [FactSums]) throws -> FactParts {
    let parts = try FactParts(in: scratch.path + "/")
    for sums in sums {
      for section in FactSection.all { try parts.add(ArrangedFacts(sums, section)) }
    }
    return parts
  }

  private func rows(_ facts: some OrderedFacts) throws -> [Row] {
    var rows: [Row] = []
    try facts.forEach { rows.append(Row(key: $0, values: Array($1))) }
    return rows
  }

  /// Adds the same to `sums` and `others`.
  private func add(_ random: inout SplitMix, to sums: inout FactSums, and others: inout FactSums) {
    let table = random.one(of: FactTable.allCases)
    let day = Int32.random(in: 20_000..<20_400, using: &random)
    let second = Int32.random(in: -1...1, using: &random)
    let segments = [Segment.all, Segment(.country, Int32.random(in: 0..<40, using: &random))]
    let measure = Int.random(in: table.measures.indices, using: &random)
    let value = random.one(of: [-1, 1, 7, 4_990_000_000] as [Int64])
    for place in segments.map(Place.init) {
      let number = Int(table.rawValue)
      sums.write(number: number, day, second, place) { $0.put(measure, value) }
      others.write(number: number, day, second, place) { $0.put(measure, value) }
    }
  }

  @Test(
    "Merged parts are the sums of all, each key once and in order", arguments: [1, 2, 9])
  func merged(count: Int) throws {
    var random = SplitMix(seed: UInt64(count))
    var all = FactSums()
    var some = [FactSums](repeating: FactSums(), count: count)
    for _ in 0..<30_000 {
      add(&random, to: &some[Int.random(in: 0..<count, using: &random)], and: &all)
    }
    let parts = try parts(of: some)
    for section in FactSection.all {
      let found = try rows(parts.merged(section))
      #expect(found == (try rows(ArrangedFacts(all, section))), "\(section)")
      #expect(found.count > 100 && zip(found, found.dropFirst()).allSatisfy { $0.key < $1.key })
    }
  }

  @Test("Sums of some tables and segments are a part of the sums of all")
  func some() throws {
    var random = SplitMix(seed: 11)
    let kept = [Segment.all, Segment(.country, 3)]
    var (all, some) = (FactSums(), FactSums(only: [.day, .operation], of: Set(kept)))
    for _ in 0..<20_000 {
      let table = random.one(of: [.day, .value, .operation] as [FactTable])
      let day = Int32.random(in: 20_000..<20_040, using: &random)
      let country = Segment(.country, Int32.random(in: 0..<5, using: &random))
      let product = Segment(.product, Int32.random(in: 0..<5, using: &random))
      let (number, place) = (Int(table.rawValue), all.place(product, country, .all))
      all.write(number: number, day, 0, place) { $0.put(1, 7) }
      let same = some.place(product, country, .all)
      some.write(number: number, day, 0, same) { $0.put(1, 7) }
    }
    for table in [.day, .value, .operation] as [FactTable] {
      let (rows, found) = (all.rows(of: table), some.rows(of: table))
      let expected =
        table == .value
        ? []
        : rows.ordered.filter { place in
          kept.contains { $0.id == rows.key(place).segment }
        }
      #expect(found.ordered.map(found.key) == expected.map(rows.key))
      #expect(
        found.ordered.map { Array(found.values($0)) } == expected.map { Array(rows.values($0)) })
    }
  }

  @Test("Facts that were written down first come to the sums of their parts, in whatever order")
  func logged() throws {
    var random = SplitMix(seed: 7)
    var sums = FactSums()
    var expected: [FactTable: [FactSums.Key: [Int64]]] = [:]
    for number in 0..<60_000 {
      let table = random.one(of: FactTable.allCases)
      let first = Int32.random(in: -40..<20_400, using: &random)
      let second = Int32.random(in: -1...1, using: &random)
      let country = Segment(.country, Int32.random(in: 0..<300, using: &random))
      let product = Segment(.product, Int32.random(in: -2..<300, using: &random))
      let place = number % 2 == 0 ? Place(country) : sums.place(.all, country, product)
      let segments = number % 2 == 0 ? [country] : [.all, country, product]
      let measures = table.measures.indices.shuffled(using: &random).prefix(5)
      sums.write(number: Int(table.rawValue), first, second, place) { record in
        for measure in measures { record.put(measure, 3) }
      }
      for segment in segments {
        let key = FactSums.Key(first: first, second: second, segment: segment.id)
        let none = [Int64](repeating: 0, count: table.measures.count)
        for measure in measures { expected[table, default: [:]][key, default: none][measure] += 3 }
      }
      if number == 30_000 { sums.flush() }
    }
    for table in FactTable.allCases {
      let rows = sums.rows(of: table)
      #expect(rows.places.count == expected[table]?.count)
      for place in rows.places {
        #expect(Array(rows.values(place)) == expected[table]?[rows.key(place)])
      }
    }
  }

  @Test("What one part takes out and another puts in leaves no row")
  func nothing() throws {
    var (plus, minus) = (FactSums(), FactSums())
    minus.weight = -1
    for day in 0..<5_000 {
      plus.add(.quality, Int32(day), 0, Place(.all), .count, 3)
      minus.add(.quality, Int32(day), 0, Place(.all), .count, day == 700 ? 2 : 3)
    }
    let left = try rows(
      try parts(of: [plus, minus]).merged(FactSection(table: .quality, grain: nil)))
    #expect(left.map(\.values) == [[1]] && left.map(\.key.first) == [700])
  }

  @Test("A sum of parts that leaves the integers is an error")
  func tooLarge() throws {
    var sums = FactSums()
    sums.add(.quality, 1, 0, Place(.all), .count, .max - 1)
    let parts = try parts(of: [sums, sums])
    #expect(throws: Failure.tooLarge("what was charged")) {
      try rows(parts.merged(FactSection(table: .quality, grain: nil)))
    }
  }

  @Test("A folder that is not there is an error that names it")
  func missing() throws {
    let folder = scratch.path + "/missing/"
    #expect(throws: Failure.cannotWrite(folder, ENOENT)) { try FactParts(in: folder) }
  }
}
