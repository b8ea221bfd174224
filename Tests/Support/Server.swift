import Foundation
import Glibc
import Synchronization

/// A web server of a test's own, on a free port of this machine: answers each request with the next
/// of its lines, and remembers what was asked.
package final class Server: Sendable {
  /// What one request is answered with.
  package enum Reply: Sendable {
    /// A status line with headers.
    case status(Int, headers: [String] = [])
    /// Success, with a body without an end.
    case endlessBody
    /// Nothing, for as long as the other side waits.
    case silence
    /// The connection is closed without a word.
    case hangUp
  }

  package struct Request: Sendable {
    package let method: String
    package let path: String
    package let body: String
  }

  package let port: UInt16
  private let socket: Int32
  private let replies: Mutex<[Reply]>
  private let asked = Mutex<[Request]>([])

  package init(_ replies: [Reply]) throws {
    self.replies = Mutex(replies)
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = socket
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 8) == 0
          && getsockname(socket, $0, &length) == 0
      }
    }
    guard isBound else { throw NoPort() }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(socket, nil, nil)
        // Only here, where nobody waits on it any more, may the number go to another socket.
        guard connection >= 0, let self else { return _ = close(socket) }
        self.answer(connection)
      }
    }
  }

  deinit { shutdown(socket, Int32(SHUT_RDWR)) }

  package struct NoPort: Error {}

  package var requests: [Request] { asked.withLock { $0 } }
  package func url(_ path: String = "/hook") -> String { "http://127.0.0.1:\(port)\(path)" }

  private func answer(_ connection: Int32) {
    if let request = Server.read(connection) { asked.withLock { $0.append(request) } }
    switch replies.withLock({ $0.isEmpty ? .status(200) : $0.removeFirst() }) {
    case .status(let status, let headers):
      let lines = ["HTTP/1.1 \(status) X", "Content-Length: 0", "Connection: close"] + headers
      let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
      _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      close(connection)
    case .endlessBody:
      let head = Array("HTTP/1.1 200 X\r\nConnection: close\r\n\r\n".utf8)
      let more = [UInt8](repeating: 0x20, count: 65_536)
      _ = send(connection, head, head.count, Int32(MSG_NOSIGNAL))
      while send(connection, more, more.count, Int32(MSG_NOSIGNAL)) > 0 {}
      close(connection)
    case .hangUp: close(connection)
    case .silence:
      // Ends when the other side gives up.
      var byte: UInt8 = 0
      _ = recv(connection, &byte, 1, 0)
      close(connection)
    }
  }

  private static func read(_ connection: Int32) -> Request? {
    var text = ""
    while !isComplete(text) {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      text += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
    let parts = text.components(separatedBy: "\r\n\r\n")
    let words = text.prefix { $0 != "\r\n" }.split(separator: " ")
    return Request(method: String(words[0]), path: String(words[1]), body: parts[1])
  }

  private static func isComplete(_ text: String) -> Bool {
    guard let end = text.range(of: "\r\n\r\n") else { return false }
    let head = text[..<end.lowerBound].lowercased()
    guard let mark = head.range(of: "content-length: ") else { return true }
    let length = Int(head[mark.upperBound...].prefix { $0.isNumber }) ?? 0
    return text[end.upperBound...].utf8.count >= length
  }
}
