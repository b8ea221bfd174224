import Support
import Testing
import Values

@testable import Feed

@Suite struct LineTests {
  @Test("Every line ends in exactly one of four ways, and the counts add up")
  func countsAddUp() throws {
    let reading = try read(
      text: """
        {"event":"purchased","timestamp":"2026-01-10T10:00:00Z","user_id":"u1"}
        {"event":"PURCHASED","timestamp":1768039200,"user_id":"u1","environment":"Sandbox"}
        {"event":"nobody_knows","user_id":5}

           \t
        [1,2]
        {"event":"purchased","timestamp":"2026-01-10T10:00:00Z"}
        {"event":7}
        {"timestamp":5}
        not json\r
        {"event":"renewed","timestamp":"2026-01-10T10:00:00Z","user_id":"u1"}\r

        """)
    #expect(reading.counts.read == 9)
    #expect(reading.counts.accepted == 2)
    #expect(reading.counts.ignored == ["sandbox": 1, "nobody_knows": 1])
    #expect(
      reading.counts.rejected == [
        .notAnObject: 1, .missingField: 2, .mistypedField: 1, .notJSON: 1,
      ])
    #expect(reading.rejects.map(\.lineNumber) == [6, 7, 8, 9, 10])
    #expect(reading.rejects.last?.raw == Array("not json".utf8))
    #expect(reading.rejects[0].field == "")
    #expect(reading.rejects[1].field == "user_id")
  }

  @Test("A line without an end of line counts when it is complete JSON, and is torn otherwise")
  func tornTailAtEachByte() throws {
    let first = #"{"event":"purchased","timestamp":"2026-01-10T10:00:00Z","user_id":"a"}"# + "\n"
    let second = #"{"event":"renewed","timestamp":"2026-01-11T10:00:00Z","user_id":"é"}"#
    let bytes = Array(second.utf8)
    let folder = try Folder()
    for cut in 0...bytes.count {
      let path = try folder.write("log.ndjson", Array(first.utf8) + bytes.prefix(cut))
      let reading = try read([path])
      let isWhole = cut == bytes.count
      #expect(reading.counts.accepted == (isWhole ? 2 : 1))
      #expect(reading.counts.rejectedTotal == 0)
      #expect(reading.results[0].tornBytes == Int64(isWhole ? 0 : cut))
      let consumed = first.utf8.count + (isWhole ? cut : 0)
      #expect(reading.results[0].record?.consumed == Int64(consumed))
    }
  }

  @Test("LF and CRLF give the same identity")
  func lineEnds() throws {
    let line = #"{"event":"renewed","timestamp":"2026-01-11T10:00:00Z","user_id":"u"}"#
    let reading = try read(text: line + "\n" + line + "\r\n" + line + "\r")
    #expect(reading.counts.accepted == 3)
    #expect(Set(reading.events.map(\.identity)).count == 1)
    #expect(reading.events[0].identity.count == 16)
  }

  @Test("A byte order mark in front of a file is no part of its first line")
  func byteOrderMark() throws {
    let line = #"{"event":"renewed","timestamp":"2026-01-11T10:00:00Z","user_id":"u"}"#
    let reading = try read(text: "\u{FEFF}" + line + "\n" + line + "\n\u{FEFF}" + line + "\n")
    #expect(reading.counts.accepted == 2 && reading.counts.rejected == [.notJSON: 1])
    #expect(Set(reading.events.map(\.identity)).count == 1)
    #expect(try read(text: "\u{FEFF}" + line).counts.accepted == 1)
  }

  @Test("A line that is too long is rejected, and costs only itself", arguments: [1, 2])
  func overlongLines(threads: Int) throws {
    let line = #"{"event":"renewed","timestamp":"2026-01-11T10:00:00Z","user_id":"u"}"#
    let folder = try Folder()
    for length in [100, 101, 102, 103, 5000, 2_500_000] {
      let padded = line.dropLast() + ",\"x\":\""
      let long = padded + String(repeating: "y", count: length - padded.count - 2) + "\"}"
      let text = line + "\n" + long + "\r\n" + line + "\n"
      for name in ["log.ndjson", "log.ndjson.gz"] {
        let bytes = name.hasSuffix("gz") ? gzip(Array(text.utf8)) : Array(text.utf8)
        let path = try folder.write(name, bytes)
        let reading = try read([path], threads: threads, maximumLineBytes: 101)
        #expect(reading.counts.rejected == (length > 101 ? [.tooLong: 1] : [:]))
        #expect(reading.counts.read == 3)
        if length > 101 {
          let reject = try #require(reading.rejects.first)
          #expect(reject.lineNumber == 2)
          #expect(reject.byteOffset == Int64(line.utf8.count + 1))
          #expect(reject.raw.starts(with: Array(padded.utf8)))
        }
      }
    }
  }

  @Test(
    "Invalid bytes cost only their own line",
    arguments: [
      [0xFF], [0xC3, 0x28], [0], [0x22], [0x7B], [0x5C], [0xED, 0xA0, 0x80], [0x22, 0x5C, 0x22],
    ] as [[UInt8]])
  func badBytes(bad: [UInt8]) throws {
    let line = Array(#"{"event":"renewed","timestamp":"2026-01-11T10:00:00Z","user_id":"u"}"#.utf8)
    let folder = try Folder()
    let text = line + [10] + line.dropLast(2) + bad + line.suffix(2) + [10] + line + [10]
    let reading = try read([folder.write("log.ndjson", text)])
    #expect(reading.counts.accepted >= 2)
    #expect(reading.counts.read == 3)
  }

  @Test(
    "What is wrong anywhere in a line rejects it",
    arguments: [
      #""x":[1,2"#, #""x":tru"#, #""x":01"#, #""x":1."#, #""x":-"#, #""x":{"a":1,}"#, #""x":+1"#,
      #""x":"\ud800""#, #""x":"\x""#, #""x" 1"#, #""x":1 2"#, #""x":nullx"#, #""x":[1,]"#,
      #""x":{"a"}"#, #""x":1e"#, #""x":.5"#, #""x":"a"b"#, #""x":'a'"#, #""x":[[[1}]]"#,
    ])
  func badGrammar(members: String) throws {
    #expect(try read(members).counts.rejected == [.notJSON: 1])
  }

  @Test(
    "What nobody asks for does no harm",
    arguments: [
      #""x":123456789012345678901234567890"#, #""x":1e999999"#, #""x":-0.0E-0"#, #""x":{}"#,
      #""x":[]"#, #""x":[{"a":[null,true,false,"\u0000\ud83d\ude00\/"]}]"#, #""":1"#,
      #" "x" : [ 1 , { } ] "#, #""properties":{"":{"":[]}}"#, #""properties":[1]"#,
      #""properties":7"#,
    ])
  func unknownFields(members: String) throws {
    #expect(try read(members).counts.accepted == 1)
  }

  @Test("Sixty-four levels are read, more are rejected")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      "\"x\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try read(nested(63)).counts.accepted == 1)
    #expect(try read(nested(64)).counts.rejected == [.tooDeep: 1])
  }

  @Test("Random bytes never crash the reader, and the counts add up")
  func fuzz() throws {
    var random = SplitMix(seed: 7)
    let seeds = [
      #"{"event":"purchased","timestamp":"2026-01-10T10:00:00Z","user_id":"u1","price":4.99}"#,
      #"{"event":"trial_started","timestamp":{"_seconds":1768039200},"properties":{"user_id":12}}"#,
      #"{"event":"refunded","time":1768039200,"user_id":"\u00e9","price":"-1","price":null}"#,
    ].map { Array($0.utf8) }
    let folder = try Folder()
    for round in 0..<60 {
      var bytes: [UInt8] = []
      for _ in 0..<200 {
        var line = seeds.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let at = Int.random(in: 0..<line.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: line[at] = UInt8.random(in: 0...255, using: &random)
          case 1: line.remove(at: at)
          case 2: line.insert(Array("\"{}[]:,\\\n".utf8).randomElement(using: &random) ?? 0, at: at)
          default: line = Array(line.prefix(at + 1))
          }
        }
        bytes += line + [10]
      }
      let reading = try read([folder.write("fuzz.ndjson", bytes)], threads: 1 + round % 2)
      let counts = reading.counts
      #expect(counts.read == counts.accepted + counts.ignoredTotal + counts.rejectedTotal)
      #expect(reading.rejects.count == counts.rejectedTotal)
      #expect(reading.events.count == counts.accepted)
    }
  }
}
