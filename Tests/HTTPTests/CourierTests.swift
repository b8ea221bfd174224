import Foundation
import Support
import Synchronization
import Testing
import Values

@testable import HTTP

@Suite("A message")
struct CourierTests {
  /// A courier that really sends, and that only writes down how long it would have waited.
  private final class LockTimeout: Sendable {
    private let waits = Mutex<[Int]>([])
    var waited: [Int] { waits.withLock { $0 } }

    func courier(timeout: Int = 60_000) -> Courier {
      var courier = Courier { seconds in self.waits.withLock { $0.append(seconds) } }
      courier.timeout = timeout
      return courier
    }
  }

  private func post(_ replies: [Server.Reply], timeout: Int = 60_000) throws
    -> (HTTPAnswer, Server, [Int])
  {
    let server = try Server(replies)
    let lockTimeout = LockTimeout()
    let address = try #require(Address(server.url()))
    let answer = lockTimeout.courier(timeout: timeout).post(Array("{\"a\":1}".utf8), to: address)
    return (answer, server, lockTimeout.waited)
  }

  @Test("is posted as it is")
  func taken() throws {
    let (answer, server, waited) = try post([.status(204)])
    #expect(answer.isSuccess)
    #expect(waited.isEmpty)
    #expect(server.requests.map(\.method) == ["POST"])
    #expect(server.requests.map(\.body) == ["{\"a\":1}"])
  }

  @Test("is sent again after 500, with growing pauses")
  func serverError() throws {
    let (answer, server, waited) = try post([.status(500), .status(503), .status(200)])
    #expect(answer.isSuccess)
    #expect(server.requests.count == 3)
    #expect(waited == [1, 2])
  }

  @Test("waits for as long as a busy server asks")
  func retryAfter() throws {
    let (answer, _, waited) = try post([
      .status(429, headers: ["Retry-After: 7"]), .status(200),
    ])
    #expect(answer.isSuccess)
    #expect(waited == [7])
  }

  @Test("is left to the next run when the server asks for too long a pause")
  func tooLong() throws {
    let (answer, server, waited) = try post([.status(429, headers: ["Retry-After: 3600"])])
    #expect(answer == .status(429, retryAfter: 3600))
    #expect(server.requests.count == 1)
    #expect(waited.isEmpty)
  }

  @Test("does not follow a redirect")
  func redirect() throws {
    let elsewhere = try Server([])
    let (answer, server, waited) = try post([
      .status(302, headers: ["Location: \(elsewhere.url())"])
    ])
    #expect(answer == .status(302, retryAfter: nil))
    #expect(answer.text == "the server redirects, which is refused")
    #expect(server.requests.count == 1)
    #expect(elsewhere.requests.isEmpty)
    #expect(waited.isEmpty)
  }

  @Test("is not sent again to a server that does not want it")
  func refused() throws {
    let (answer, server, _) = try post([.status(404)])
    #expect(answer == .status(404, retryAfter: nil))
    #expect(server.requests.count == 1)
  }

  @Test("is sent again when the connection closes, and given up after four attempts")
  func hangUp() throws {
    let (answer, server, waited) = try post([.hangUp, .hangUp, .hangUp, .hangUp, .status(200)])
    #expect(!answer.isSuccess)
    #expect(server.requests.count == 4)
    #expect(waited == [1, 2, 4])
  }

  @Test("is not waited for longer than its time")
  func slow() throws {
    let replies = [Server.Reply](repeating: .silence, count: 4)
    let (answer, server, waited) = try post(replies, timeout: 200)
    #expect(answer == .failed(reason: "Timeout was reached"))
    #expect(server.requests.count <= 4)
    #expect(waited == [1, 2, 4])
  }

  @Test("to nobody fails and says why, without the address")
  func nobody() throws {
    let port = try Server([]).port
    let address = try #require(Address("http://127.0.0.1:\(port)/secret"))
    let answer = LockTimeout().courier().post([], to: address)
    guard case .failed(let reason) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(!reason.isEmpty)
    #expect(!reason.contains("secret"))
  }
}

@Suite("An address")
struct AddressTests {
  @Test("is one of HTTP or HTTPS", arguments: ["http://a.b/c", "https://a.b/c?d=e\n"])
  func good(text: String) { #expect(Address(text) != nil) }

  @Test(
    "is nothing else",
    arguments: ["", "ftp://a.b", "a.b/c", "http://", "https://a b", "file:///etc/passwd"])
  func bad(text: String) { #expect(Address(text) == nil) }

  @Test("never shows itself")
  func secret() throws {
    let address = try #require(Address("https://hooks.example/T0/secret"))
    #expect(!"\(address) \(String(reflecting: address))".contains("secret"))
  }

  @Test("can be a step of another one")
  func steps() throws {
    #expect(try #require(Address("https://a.b/c/")).appending("start").url == "https://a.b/c/start")
    #expect(
      try #require(Address("https://a.b/c?d=e")).appending("65").url == "https://a.b/c/65?d=e")
  }

  @Test("comes from a variable or from the file that one names, and is refused without being told")
  func environment() throws {
    let scratch = try Scratch()
    let file = try scratch.write("https://a.b/file\n", to: "url")
    #expect(try Address.find("HOOK", in: [:]) == nil)
    #expect(try Address.find("HOOK", in: ["HOOK": "http://a.b"])?.url == "http://a.b")
    #expect(try Address.find("HOOK", in: ["HOOK_FILE": file])?.url == "https://a.b/file")
    let noAddress = Failure(
      "HOOK holds no address of http or https", hint: "no message was sent", exit: .badData)
    #expect(throws: noAddress) {
      try Address.find("HOOK", in: ["HOOK": "secret"])
    }
    let unreadable = Failure(
      "/nowhere, which HOOK_FILE names, cannot be read", hint: "no message was sent",
      exit: .noInput)
    #expect(throws: unreadable) {
      try Address.find("HOOK", in: ["HOOK_FILE": "/nowhere"])
    }
  }
}
