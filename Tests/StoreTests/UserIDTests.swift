import SQLite
import Support
import Testing
import Timeline
import Values

@testable import Store

/// The integers that stand for users.
struct UserIDTests {
  @Test("An id has 63 bits of the hash of the key, and nothing else")
  func width() {
    #expect(UserID(keyHash: 0x8000_0000_0000_0002) == 0x4000_0000_0000_0001)
    #expect(UserID(keyHash: 0x1234_5678_9abc_def0) == 0x091a_2b3c_4d5e_6f78)
    #expect(UserID(keyHash: 0) == 1 && UserID(keyHash: 1) == 1)
    #expect(UserID(keyHash: .max) < .max - 1_000)
  }

  @Test("Of two million ids, random or counted, no two are the same")
  func collisions() {
    var random = SplitMix(seed: 63)
    var ids: [UserID] = []
    for number in 0..<1_000_000 {
      ids.append(id(of: Array("u\(number)".utf8)))
      ids.append(id(of: Array("u-\(String(random.next(), radix: 16))".utf8)))
    }
    ids.sort()
    #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
    #expect((ids.first ?? 0) >= 1)
    // Ids of 51 bits would all be below this.
    #expect(ids[1_000_000] > 1 << 60)
  }

  private func id(of key: [UInt8]) -> UserID {
    UserID(keyHash: key.withUnsafeBytes { stableHash($0) })
  }

  @Test("Whose id is taken gets the next free one, in any order, and keeps it")
  func taken() throws {
    let keys = collidingKeys(3)
    #expect(Set(keys.map { id(of: Array($0.utf8)) }) == [1])
    for inOrder in [true, false] {
      let house = try StoreFixture()
      let database = try house.open().database
      for _ in 0..<2 {
        let users = try Users(database)
        let ids = try keys.map { try user($0, users, inOrder: inOrder) }
        #expect(ids == [1, 2, 3])
      }
    }
  }

  private func user(_ key: String, _ users: Users, inOrder: Bool) throws -> UserID {
    try Array(key.utf8).withUnsafeBytes {
      try users.user($0, hash: stableHash($0), inOrder: inOrder).id
    }
  }

  @Test("Customers whose ids have one hash stay apart, over two runs and when looked for")
  func apart() throws {
    let house = try StoreFixture()
    let keys = collidingKeys(3)
    for (night, known) in [keys[...1], keys[...]].enumerated() {
      try house.scratch.write(known.map { line(of: $0, night) }.joined(), to: "\(night).ndjson")
      try house.ingest("\(night).ndjson")
    }
    let store = try house.open()
    let strings = try store.strings()
    for (key, events) in zip(keys, [2, 2, 1]) {
      let found = try #require(try store.events(of: key, strings))
      #expect(found.map(\.user) == [key])
      #expect(found.map { $0.events.events.count } == [events])
    }
  }

  private func line(of user: String, _ night: Int) -> String {
    """
    {"event":"app_session","timestamp":\(1_700_000_000 + night * 86_400),"user_id":"\(user)"}

    """
  }
}

/// Ids of letters and digits that all have the hash 0: the second half of each takes back what the
/// first has made of the hash.
func collidingKeys(_ count: Int) -> [String] {
  let first = UInt64(0x9E37_79B9_7F4A_7C15) ^ 16
  var (keys, number) = ([String](), 10_000_000)
  while keys.count < count {
    number += 1
    let word = Array("\(number)".utf8).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    let rest = foldedProduct(first ^ UInt64(littleEndian: word), 0xA076_1D64_78BD_642F)
    let bytes = withUnsafeBytes(of: rest.littleEndian) { Array($0) }
    let isReadable = bytes.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
    }
    if isReadable { keys.append("\(number)" + String(decoding: bytes, as: UTF8.self)) }
  }
  return keys
}
