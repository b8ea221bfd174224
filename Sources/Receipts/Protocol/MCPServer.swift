package import Metrics
import Reports
import Settings
package import Values

/// A server of the Model Context Protocol that reads published reports and nothing else. It answers
/// one line with one line, and keeps nothing between them, as revision 2026-07-28 has it; clients
/// that still begin with a handshake are answered, too.
package struct MCPServer {
  let reports: String
  /// Only reports whose small numbers are hidden.
  let isShared: Bool
  /// The customers behind a figure; nil where nobody may know them.
  let people: People?
  private let version: String

  /// Looks the customers up, as of a day.
  package typealias People = (Metric, RowQuestion, Day) throws -> JSONValue

  package init(
    reports: String, isShared: Bool, version: String, people: People? = nil
  ) {
    (self.reports, self.isShared) = (reports, isShared)
    (self.version, self.people) = (version, people)
  }

  /// The revision that the server is written for.
  package static let revision = "2026-07-28"
  /// Revisions that begin with a handshake, the newest first.
  private static let older = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  /// A longer line is no question about a figure.
  package static let longestLine = 1_000_000

  /// The answer to a line; nil for a notification.
  package func answer(_ line: [UInt8]) -> String? {
    do {
      let message = try MCPMessage(line)
      guard let id = message.id else { return nil }
      do {
        return result(try result(message), id)
      } catch {
        return MCPError(error.code, error.message, id: id, data: error.data).json.line
      }
    } catch {
      return error.json.line
    }
  }

  /// What is said of a line that was too long to be read.
  package static var tooLong: String {
    MCPError(.invalidRequest, "a message is longer than \(longestLine) bytes").json.line
  }

  private func result(_ members: [JSONValue.Member], _ id: JSONValue) -> String {
    let result = JSONValue.object([.init("resultType", .string("complete"))] + members)
    return JSONValue.members(["jsonrpc": .string("2.0"), "id": id, "result": result]).line
  }

  private func result(_ message: MCPMessage) throws(MCPError) -> [JSONValue.Member] {
    if let version = message.version, version != Self.revision {
      throw MCPError(
        .unsupportedVersion, "protocol version \(version) is not supported",
        data: .members(["supported": supported, "requested": .string(version)]))
    }
    switch message.method {
    case "server/discover": return identity(Self.revision) + cached(3_600_000)
    case "initialize": return identity(handshake(message))
    case "ping": return []
    case "tools/list": return [.init("tools", .array(MCPTool.all.map(\.json)))] + cached(3_600_000)
    case "tools/call": return try call(message)
    case "resources/list": return [.init("resources", .array(Self.resources))] + cached(3_600_000)
    case "resources/templates/list":
      return [.init("resourceTemplates", .array([]))] + cached(3_600_000)
    case "resources/read": return try resource(message) + cached(60_000)
    default: throw MCPError(.noMethod, "there is no method \(message.method)")
    }
  }
}

// MARK: - Who this is

extension MCPServer {
  private var supported: JSONValue {
    .array(([Self.revision] + Self.older).map { .string($0) })
  }

  /// The version that the client asks for where it is known, else the newest with a handshake.
  private func handshake(_ message: MCPMessage) -> String {
    let asked = message.params["protocolVersion"]?.text ?? ""
    return Self.older.contains(asked) ? asked : Self.older[0]
  }

  private func identity(_ protocolVersion: String) -> [JSONValue.Member] {
    let server = JSONValue.members([
      "name": .string("runrate"), "title": .string("Runrate"), "version": .string(version),
    ])
    return [
      .init("protocolVersion", .string(protocolVersion)), .init("supportedVersions", supported),
      .init("capabilities", .members(["tools": .object([]), "resources": .object([])])),
      .init("serverInfo", server), .init("instructions", .string(Self.instructions)),
      .init("_meta", .members(["io.modelcontextprotocol/serverInfo": server])),
    ]
  }

  private static let instructions =
    "Figures about subscriptions, as they were published. Ask search_figures first. Quote every "
    + "number with its receipt; where a figure is refused, say why, and name the nearest one: never "
    + "compute or guess one."

  /// How long a client may keep an answer.
  private func cached(_ milliseconds: Int64) -> [JSONValue.Member] {
    [.init("ttlMs", .integer(milliseconds)), .init("cacheScope", .string("private"))]
  }
}

// MARK: - Resources

extension MCPServer {
  private static let texts = [
    (
      "runrate://definitions", "csv/README.md", "Definitions", "What every figure and column means."
    ),
    ("runrate://summary", "summary.md", "Latest summary", "The first screen of the latest report."),
  ]

  private static let resources = texts.map { uri, file, title, description in
    JSONValue.members([
      "uri": .string(uri), "name": .string(file), "title": .string(title),
      "description": .string(description), "mimeType": .string("text/markdown"),
    ])
  }

  private func resource(_ message: MCPMessage) throws(MCPError) -> [JSONValue.Member] {
    let uri = message.params["uri"]?.text ?? ""
    guard let (_, file, _, _) = Self.texts.first(where: { $0.0 == uri }) else {
      throw MCPError(
        .invalidParams, "there is no resource \(uri)", data: .members(["uri": .string(uri)]))
    }
    do {
      let text = try report(nil).text(file)
      let content = JSONValue.members([
        "uri": .string(uri), "mimeType": .string("text/markdown"), "text": .string(text),
      ])
      return [.init("contents", .array([content]))]
    } catch {
      throw MCPError(.failed, Self.words(error))
    }
  }
}

// MARK: - Tools

extension MCPServer {
  /// The report of a day, or the latest one.
  func report(_ day: Day?) throws -> PublishedReport {
    try PublishedReport(in: reports, of: day, shared: isShared)
  }

  private func call(_ message: MCPMessage) throws(MCPError) -> [JSONValue.Member] {
    let name = message.params["name"]?.text ?? ""
    guard let tool = MCPTool.all.first(where: { $0.name == name }) else {
      throw MCPError(.invalidParams, "there is no tool \(name)")
    }
    let arguments = try MCPArguments(message.params["arguments"] ?? .object([]), of: tool)
    do {
      return answer(try tool.run(self, arguments), isError: false)
    } catch let error as MCPError {
      throw error
    } catch let refusal as FigureRefusal {
      return answer(refusal.json, isError: true)
    } catch {
      return answer(.members(["error": .string(Self.words(error))]), isError: true)
    }
  }

  private func answer(_ json: JSONValue, isError: Bool) -> [JSONValue.Member] {
    let text = JSONValue.members(["type": .string("text"), "text": .string(json.line)])
    return [
      .init("content", .array([text])), .init("structuredContent", json),
      .init("isError", .bool(isError)),
    ]
  }

  private static func words(_ error: any Error) -> String {
    switch error {
    case let failure as Failure:
      failure.message + (failure.hint.map { "; \($0)" } ?? "")
    default: "\(error)"
    }
  }
}
