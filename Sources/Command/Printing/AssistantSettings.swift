import Values

/// What assistants need to start `runrate mcp`: one server, in the form of three programs.
struct AssistantSettings {
  let program: String
  let reports: String

  var text: String {
    """
    // Claude Desktop: claude_desktop_config.json; Cursor: .cursor/mcp.json
    \(settings("mcpServers", server).page)
    // VS Code: .vscode/mcp.json
    \(settings("servers", [.init("type", .string("stdio"))] + server).page)
    """
  }

  private var server: [JSONValue.Member] {
    let arguments = ["mcp", "--reports", reports].map { JSONValue.string($0) }
    return [.init("command", .string(program)), .init("args", .onOneLine(.array(arguments)))]
  }

  private func settings(_ name: String, _ server: [JSONValue.Member]) -> JSONValue {
    .members([name: .members(["runrate": .object(server)])])
  }
}
