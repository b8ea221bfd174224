import Foundation
import Testing

@testable import Command

/// What a command may use where nobody says, on machines made of files.
struct MachineMemoryTests {
  private func usual(_ physical: UInt64, _ files: [String: String]) throws -> Int {
    let root = FileManager.default.temporaryDirectory.path + "/memory-\(UUID().uuidString)/"
    defer { try? FileManager.default.removeItem(atPath: root) }
    for (path, content) in files {
      let folder = (root + path as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try content.write(toFile: root + path, atomically: true, encoding: .utf8)
    }
    return MachineMemory(root: root, physicalBytes: physical).usual
  }

  @Test(
    "A quarter of the machine's, at least 256 MB and at most 2 GB",
    arguments: [(500, 256), (4_000, 1_000), (24_000, 2_048)] as [(UInt64, Int)])
  func machine(megabytes: UInt64, usual wanted: Int) throws {
    #expect(try usual(megabytes * 1_000_000, [:]) == wanted)
  }

  @Test("A control group's limit, or that of a group around it, where it is less")
  func groups() throws {
    let unit = ["proc/self/cgroup": "0::/system.slice/runrate.service\n"]
    let service = "sys/fs/cgroup/system.slice/runrate.service/memory.max"
    func with(_ limits: [String: String]) throws -> Int {
      try usual(24_000_000_000, unit.merging(limits) { $1 })
    }
    #expect(try with([service: "max\n"]) == 2_048)
    #expect(try with([service: "2000000000\n"]) == 500)
    #expect(
      try with([service: "max\n", "sys/fs/cgroup/system.slice/memory.max": "4000000000\n"]) == 1_000
    )
    #expect(try with(["sys/fs/cgroup/memory.max": "1600000000\n"]) == 400, "what a container sees")
  }

  @Test("So in control groups of the first version; what is no number is no limit")
  func firstVersion() throws {
    let lines = "5:cpu,cpuacct:/job\n9:memory:/job\n"
    let limit = "sys/fs/cgroup/memory/job/memory.limit_in_bytes"
    #expect(try usual(24_000_000_000, ["proc/self/cgroup": lines, limit: "1200000000"]) == 300)
    #expect(
      try usual(24_000_000_000, ["proc/self/cgroup": lines, limit: "9223372036854771712"]) == 2_048)
    #expect(try usual(24_000_000_000, ["proc/self/cgroup": "nonsense"]) == 2_048)
  }
}
