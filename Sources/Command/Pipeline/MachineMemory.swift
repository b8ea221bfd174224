import Foundation
import Values

/// How much memory a command may use where nobody says: a quarter of the machine's, or of what the
/// control group of the process (a container, a systemd unit) is held to.
struct MachineMemory {
  /// In megabytes. Below, sums of a small log would go to the disk; above, none of a large log does.
  private static let bounds = 256...2048

  /// Files of the kernel are read below this folder.
  let root: String
  let physicalBytes: UInt64

  static let ours = MachineMemory(
    root: "/", physicalBytes: ProcessInfo.processInfo.physicalMemory)

  /// In megabytes.
  var usual: Int {
    let bytes = min(physicalBytes, limits.min() ?? physicalBytes)
    return min(
      max(Int(clamping: bytes / 4_000_000), Self.bounds.lowerBound), Self.bounds.upperBound)
  }

  /// Those of all control groups. The kernel writes `max`, or a huge number, for none.
  private var limits: [UInt64] {
    groups.flatMap { group in
      Self.withParents(group.path).compactMap { path in
        read("sys/fs/cgroup/\(group.controller)\(path)/\(group.file)").flatMap { UInt64($0) }
      }
    }
  }

  /// Of `/proc/self/cgroup`: `0::/path` (cgroup v2) or `9:memory:/path` (v1).
  private var groups: [(controller: String, path: Substring, file: String)] {
    (read("proc/self/cgroup") ?? "").split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      if parts[0] == "0", parts[1].isEmpty { return ("", parts[2], "memory.max") }
      return parts[1].split(separator: ",").contains("memory")
        ? ("memory", parts[2], "memory.limit_in_bytes") : nil
    }
  }

  /// `/a/b`: that, `/a`, and the root, which is what a container sees of its own group.
  private static func withParents(_ path: Substring) -> [String] {
    let names = path.split(separator: "/")
    return (0...names.count).map { "/" + names.prefix($0).joined(separator: "/") }
  }

  private func read(_ file: String) -> String? {
    (try? String(contentsOfFile: root + file, encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension Options {
  /// About how many bytes the command may use.
  var memoryBytes: Int { (memory ?? MachineMemory.ours.usual) * 1_000_000 }
}
