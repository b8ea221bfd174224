import Metrics
import Reports
import Settings
import Values

/// What an assistant can ask, declared once: names, arguments and the answer.
struct MCPTool {
  struct Argument {
    enum Kind: String {
      case text = "a text", flag = "true or false", texts = "an object of texts and numbers"

      func holds(_ value: JSON5Node.Value) -> Bool {
        switch (self, value) {
        case (.text, .text), (.flag, .flag): true
        case (.texts, .object(let members)): members.allSatisfy { $0.node.value.plainText != nil }
        default: false
        }
      }

      fileprivate var schema: [JSONValue.Member] {
        switch self {
        case .text: [.init("type", .string("string"))]
        case .flag: [.init("type", .string("boolean"))]
        case .texts:
          [
            .init("type", .string("object")),
            .init(
              "additionalProperties",
              .members(["type": .array([.string("string"), .string("number")])])),
          ]
        }
      }
    }

    let name: String
    let kind: Kind
    let description: String
    var isRequired = false
  }

  let name: String
  let description: String
  let arguments: [Argument]
  let run: @Sendable (MCPServer, MCPArguments) throws -> JSONValue

  var json: JSONValue {
    let properties = arguments.map { argument in
      JSONValue.Member(
        argument.name,
        .object(argument.kind.schema + [.init("description", .string(argument.description))]))
    }
    return .members([
      "name": .string(name), "description": .string(description),
      "inputSchema": .members([
        "type": .string("object"), "properties": .object(properties),
        "required": .array(arguments.filter(\.isRequired).map { .string($0.name) }),
        "additionalProperties": .bool(false),
      ]),
      "annotations": .members([
        "readOnlyHint": .bool(true), "idempotentHint": .bool(true),
        "openWorldHint": .bool(false),
      ]),
    ])
  }
}

extension MCPTool {
  private static let figure = Argument(
    name: "figure", kind: .text, description: "As search_figures names it: churn.churn_rate",
    isRequired: true)
  private static let report = Argument(
    name: "report", kind: .text, description: "The day of a report (YYYY-MM-DD); else the latest")
  private static let on = Argument(
    name: "on", kind: .text, description: "A day (YYYY-MM-DD) or month (YYYY-MM); else the report's"
  )
  private static let rows = Argument(
    name: "where", kind: .texts,
    description: "A segment or row: {\"country\": \"DE\"}, {\"days\": \"90\"}; else the total")
  private static let span = [
    figure, on,
    Argument(name: "from", kind: .text, description: "The first of several days together"),
    Argument(name: "to", kind: .text, description: "The last of them"),
    rows, report,
  ]

  static let all: [MCPTool] = [
    MCPTool(
      name: "search_figures",
      description:
        "The published figures that a question in plain words is about, the likeliest first, each "
        + "with value, definition and receipt; or why there is none.",
      arguments: [
        Argument(
          name: "question", kind: .text, description: "trial to paid in Germany in April",
          isRequired: true), report,
      ]
    ) { server, arguments in
      try FigureSearch(server.report(arguments.day("report")))
        .find(arguments.text("question") ?? "").json
    },
    MCPTool(
      name: "get_figure",
      description:
        "One published figure: value, unit, numerator and denominator, interval, whether it has "
        + "matured, definition, checks, receipt. Refused where it is unripe or of too few people.",
      arguments: span
    ) { server, arguments in
      let report = try server.report(arguments.day("report"))
      return try FigureReader(report).settledFigure(arguments.question(report)).json
    },
    MCPTool(
      name: "compare",
      description: "A figure beside itself at another time or of another segment, with the change.",
      arguments: span + [
        Argument(
          name: "with", kind: .text,
          description: "A day, a month, or \"before\": the period right before (the default)"),
        Argument(
          name: "with_where", kind: .texts, description: "The other segment or row; else the same"),
      ], run: compare),
    MCPTool(
      name: "explain",
      description:
        "How a figure comes about: what it is made of and its largest segments, each with its "
        + "receipt; the customers behind it only where the server may tell them.",
      arguments: [
        figure, on, rows, report,
        Argument(name: "people", kind: .flag, description: "The customers behind it, too"),
      ], run: explain),
    MCPTool(
      name: "what_changed",
      description: "What MRR, revenue, churn and trial conversion changed by, and what by.",
      arguments: [report], run: whatChanged),
    MCPTool(
      name: "alerts", description: "Every alert rule with its state and what it measured.",
      arguments: [report], run: alerts),
    MCPTool(
      name: "verify",
      description:
        "Whether the receipts in a text are as published, restated since, of another installation, "
        + "or altered.",
      arguments: [
        Argument(
          name: "text", kind: .text, description: "Any text in which receipts stand",
          isRequired: true)
      ]
    ) { server, arguments in
      let receipts = Receipt.candidates(in: arguments.text("text") ?? "")
      guard !receipts.isEmpty else {
        throw Failure("no receipt stands there", hint: "a receipt begins with rr1:", exit: .noInput)
      }
      let verifier = Verifier(reports: server.reports)
      return .members(["receipts": .array(try receipts.map { try verifier.verify($0).json })])
    },
  ]
}
