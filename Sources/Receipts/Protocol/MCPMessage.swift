import Settings
import Values

/// A request of the Model Context Protocol: JSON-RPC 2.0, one object on a line.
struct MCPMessage {
  /// Nil for a notification, which nobody answers.
  let id: JSONValue?
  let method: String
  let params: JSON5Node.Value
  /// What the request says of itself in `_meta`, as of revision 2026-07-28; nil from older clients.
  let version: String?

  /// Throws ``MCPError`` for what is no request.
  init(_ line: [UInt8]) throws(MCPError) {
    let node: JSON5Node
    do {
      node = try JSON5Parser.parse(line)
    } catch {
      throw MCPError(
        .parse, "a line has to be one JSON object: see its character \(error.position.column)")
    }
    guard case .object = node.value else {
      throw MCPError(.invalidRequest, "a message is one JSON object; batches are not supported")
    }
    let id = node.value["id"].map(JSONValue.init)
    guard case .text("2.0")? = node.value["jsonrpc"], case .text(let method)? = node.value["method"]
    else { throw MCPError(.invalidRequest, "jsonrpc must be \"2.0\", and method a text", id: id) }
    switch id {
    case nil, .string, .integer: break
    default: throw MCPError(.invalidRequest, "id must be a text or a whole number")
    }
    (self.id, self.method) = (id, method)
    params = node.value["params"] ?? .object([])
    version = params["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.text
  }
}

/// What is wrong with a request, as JSON-RPC says it.
struct MCPError: Error {
  enum Code: Int64 {
    case parse = -32700, invalidRequest = -32600, noMethod = -32601, invalidParams = -32602
    case unsupportedVersion = -32022, failed = -32603
  }

  let code: Code
  let message: String
  var id: JSONValue?
  var data: JSONValue?

  init(_ code: Code, _ message: String, id: JSONValue? = nil, data: JSONValue? = nil) {
    (self.code, self.message, self.id, self.data) = (code, message, id, data)
  }

  var json: JSONValue {
    .members([
      "jsonrpc": .string("2.0"), "id": id ?? .null,
      "error": .members([
        "code": .integer(code.rawValue), "message": .string(message), "data": data,
      ]),
    ])
  }
}

extension JSON5Node.Value {
  /// The member of this name; nil for what is no object, or has none.
  subscript(name: String) -> JSON5Node.Value? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.node.value
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// A text, or a number as it is written.
  var plainText: String? {
    if case .number(let number) = self { number } else { text }
  }
}

extension JSONValue {
  init(_ value: JSON5Node.Value) {
    switch value {
    case .null: self = .null
    case .flag(let flag): self = .bool(flag)
    case .number(let number): self = Int64(number).map(JSONValue.integer) ?? .decimal(number)
    case .text(let text): self = .string(text)
    case .list(let nodes): self = .array(nodes.map { JSONValue($0.value) })
    case .object(let members):
      self = .object(members.map { Member($0.name, JSONValue($0.node.value)) })
    }
  }
}
