import Foundation
import Testing
import Values

@testable import Receipts

@Suite("Model Context Protocol")
struct MCPTests {
  private let report: SealedReport
  private let server: MCPServer

  init() throws {
    report = try SealedReport()
    server = MCPServer(reports: report.reports, isShared: false, version: "1")
  }

  private func answer(_ line: String) throws -> [String: Any] {
    let text = try #require(server.answer(Array(line.utf8)))
    #expect(!text.contains("\n"))
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func call(_ name: String, _ arguments: String) throws -> [String: Any] {
    let line = """
      {"jsonrpc":"2.0","id":"a","method":"tools/call",\
      "params":{"name":"\(name)","arguments":\(arguments)}}
      """
    return try #require(try answer(line)["result"] as? [String: Any])
  }

  @Test(
    "What is no request gets an error in the protocol's own form",
    arguments: [
      ("{", -32700), ("[{\"jsonrpc\":\"2.0\"}]", -32600), ("7", -32600), ("\u{7f}\u{0}", -32700),
      ("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", -32600),
      ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"sampling\"}", -32601),
      (
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"x\"}}",
        -32602
      ),
      (
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
          + "{\"name\":\"get_figure\",\"arguments\":{\"figure\":7}}}", -32602
      ),
      (
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":"
          + "{\"uri\":\"file:///etc/passwd\"}}", -32602
      ),
      (
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"_meta\":"
          + "{\"io.modelcontextprotocol/protocolVersion\":\"2030-01-01\"}}}", -32022
      ),
      (String(repeating: "[", count: 100_000), -32700),
    ])
  func errors(line: String, code: Int) throws {
    let error = try #require(try answer(line)["error"] as? [String: Any])
    #expect(error["code"] as? Int == code, "\(error)")
    #expect(error["message"] as? String != "")
  }

  @Test(
    "Half a span of days, or one beside a day, is wrong, and no other figure is given in its place",
    arguments: [
      #""from":"2026-06-01""#, #""to":"2026-06-01""#, #""from":"2026-06-02","to":"2026-06-01""#,
      #""on":"2026-06","from":"2026-06-01","to":"2026-06-02""#,
    ])
  func spans(arguments: String) throws {
    let line = """
      {"jsonrpc":"2.0","id":1,"method":"tools/call","params":\
      {"name":"get_figure","arguments":{"figure":"daily.mrr",\(arguments)}}}
      """
    let error = try #require(try answer(line)["error"] as? [String: Any])
    #expect(error["code"] as? Int == -32602, "\(error)")
  }

  @Test("A notification is not answered")
  func notification() {
    let line = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"
    #expect(server.answer(Array(line.utf8)) == nil)
  }

  @Test("Clients with a handshake get the version that they ask for, or the newest that has one")
  func handshake() throws {
    for (asked, given) in [("2025-06-18", "2025-06-18"), ("1999-01-01", "2025-11-25")] {
      let line = """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"\(asked)"}}
        """
      let result = try #require(try answer(line)["result"] as? [String: Any])
      #expect(result["protocolVersion"] as? String == given)
    }
  }

  @Test("Refusals are told as such, with the reason and the nearest figure, and without a number")
  func refusals() throws {
    let unripe = try call(
      "get_figure", #"{"figure":"trial_cohorts.matured_rate","on":"2026-06"}"#)
    #expect(unripe["isError"] as? Bool == true)
    let told = try #require(unripe["structuredContent"] as? [String: Any])
    #expect(told["refused"] as? String == "unripe")
    let nearest = try #require(told["nearest"] as? [String])
    #expect(nearest.first == "trial_cohorts.matured_rate 2026-04 grain=month")
    let misspelt = try call("get_figure", #"{"figure":"churn.churn_rat"}"#)
    #expect("\(misspelt)".contains("nearest") && "\(misspelt)".contains("churn.churn_rate"))
    let people = try call("explain", #"{"figure":"churn.churn_rate","on":"2026-06","people":true}"#)
    #expect("\(people)".contains("does not tell of single people"))
  }

  @Test(
    "No number is told without a receipt",
    arguments: [
      ("get_figure", #"{"figure":"churn.churn_rate","on":"2026-06"}"#),
      ("compare", #"{"figure":"daily.mrr","on":"2026-06-30","with":"2026-05-31"}"#),
      ("explain", #"{"figure":"churn.churned_customers","on":"2026-06"}"#),
      ("what_changed", "{}"), ("search_figures", #"{"question":"MRR by country: Germany"}"#),
    ])
  func receipts(tool: String, arguments: String) throws {
    let result = try call(tool, arguments)
    #expect(result["isError"] as? Bool == false, "\(result)")
    var values = 0
    func look(_ value: Any) {
      if let list = value as? [Any] { list.forEach(look) }
      guard let members = value as? [String: Any] else { return }
      if members["value"] != nil, members["name"] == nil {
        values += 1
        #expect((members["receipt"] as? String).flatMap(Receipt.init) != nil, "\(members)")
      }
      members.values.forEach(look)
    }
    look(try #require(result["structuredContent"]))
    #expect(values > 0)
  }

  @Test("A row can be named by a number, and one that does not exist is refused with those that do")
  func rows() throws {
    let figure = #"{"figure":"ltv.per_customer","on":"2026-01","where":{"days":90}}"#
    let ltv = try #require(try call("get_figure", figure)["structuredContent"] as? [String: Any])
    #expect(ltv["value"] as? String == "6.05", "\(ltv)")
    let country = #"{"figure":"churn.churn_rate","where":{"country":"GR"}}"#
    let told = try #require(try call("get_figure", country)["structuredContent"] as? [String: Any])
    #expect(told["refused"] as? String == "unknown")
    let nearest = told["nearest"] as? [String] ?? []
    #expect(nearest.contains("churn.churn_rate 2026-06 country=BR"), "\(told)")
  }

  @Test("A text without a receipt is said to have none")
  func noReceipt() throws {
    let result = try call("verify", #"{"text":"MRR is $14,526"}"#)
    #expect(result["isError"] as? Bool == true && "\(result)".contains("no receipt stands there"))
  }

  @Test("A long question is not told again in full")
  func longQuestion() throws {
    let words = String(repeating: "mrr ", count: 100_000)
    let result = try call("search_figures", "{\"question\":\"\(words)\"}")
    #expect("\(result)".count < 50_000)
  }

  @Test("A report that shows few people is not served where only shared ones may be")
  func shared() throws {
    let strict = MCPServer(reports: report.reports, isShared: true, version: "1")
    let line = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"alerts"}}"#
    let text = try #require(strict.answer(Array(line.utf8)))
    #expect(text.contains("was not made to be shared") && text.contains("\"isError\":true"))
  }
}
