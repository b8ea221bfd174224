import CCurl

/// What became of one request.
package enum HTTPAnswer: Sendable, Equatable {
  /// The server's status, and the seconds after which it wants to be asked again.
  case status(Int, retryAfter: Int?)
  /// There was no answer, and why.
  case failed(reason: String)
}

/// Speaks HTTP: one request, no redirects.
package enum HTTPClient {
  /// Posts JSON, or gets where `body` is nil. Returns after `timeout` milliseconds at the latest.
  package static func send(_ body: [UInt8]?, to address: Address, timeout: Int) -> HTTPAnswer {
    let answer =
      if let body {
        body.withUnsafeBufferPointer { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            http_send(address.url, $0.baseAddress, bytes.count, timeout)
          }
        }
      } else {
        http_send(address.url, nil, 0, timeout)
      }
    guard answer.code == CURLE_OK else {
      return .failed(reason: String(cString: curl_easy_strerror(answer.code)))
    }
    let wait = Int(answer.retry_after)
    return .status(answer.status, retryAfter: wait > 0 ? wait : nil)
  }
}

extension HTTPAnswer: DeliveryAnswer {
  package var wantedPause: Int? {
    if case .status(_, let asked) = self { asked } else { nil }
  }

  package var isSuccess: Bool {
    if case .status(200..<300, _) = self { true } else { false }
  }

  package var mayPass: Bool {
    switch self {
    case .failed: true
    case .status(let status, _): [408, 425, 429].contains(status) || status >= 500
    }
  }

  /// Without a right, or at a place that is not there, it is the address that is wrong.
  package var isRefusedForGood: Bool {
    guard case .status(let status, _) = self, !mayPass else { return false }
    return (400..<500).contains(status) && ![401, 404, 407, 410].contains(status)
  }

  package var isReachable: Bool {
    switch self {
    case .failed, .status(429, _): false
    case .status: true
    }
  }

  package var text: String {
    switch self {
    case .failed(let reason): reason
    case .status(300..<400, _): "the server redirects, which is refused"
    case .status(let status, _): "the server answered \(status)"
    }
  }
}
