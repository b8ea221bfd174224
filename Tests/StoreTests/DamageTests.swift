import Foundation
import SQLite
import Support
import Testing

@testable import Store

/// What a disk does to a page is found when the page is read.
struct DamageTests {
  @Test("A changed byte in any page of a database is an error when it is read")
  func changedByte() throws {
    let house = try StoreFixture()
    try house.scratch.write(lines(0..<400, users: 150), to: "a.ndjson")
    try house.ingest("a.ndjson")
    let path = house.scratch("runrate.db")
    let content = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    for page in stride(from: 0, to: content.count, by: 4096) {
      for offset in [1800, 4000] {
        var damaged = content
        damaged[page + offset] ^= 0x40
        try house.scratch.write(bytes: damaged, to: "runrate.db")
        let error = #expect(throws: SQLiteError.self) { try house.readEverything() }
        #expect(error?.isDamage == true)
      }
    }
    try house.scratch.write(bytes: content, to: "runrate.db")
    try house.readEverything()
  }

  @Test("A page in another's place is an error when it is read")
  func swappedPages() throws {
    let house = try StoreFixture()
    try house.scratch.write(lines(0..<4000, users: 900), to: "a.ndjson")
    try house.ingest("a.ndjson")
    var content = try Array(Data(contentsOf: URL(fileURLWithPath: house.path)))
    let (one, other) = (content.count - 2 * 4096, content.count - 4096)
    content.replaceSubrange(one..<other, with: Array(content[other...]))
    try house.scratch.write(bytes: content, to: "runrate.db")
    let error = #expect(throws: SQLiteError.self) { try house.readEverything() }
    #expect(error?.isDamage == true)
  }
}

extension StoreFixture {
  /// Goes through every page, those of indexes too.
  fileprivate func readEverything() throws {
    let copy = try Database(path: ":memory:")
    try Database(path: path, mode: .readOnly).backUp(to: copy) { throw CancellationError() }
  }
}
