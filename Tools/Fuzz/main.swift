import Foundation

// Coverage-guided fuzzing: libFuzzer calls a target with bytes that it changes until they reach
// new code. `make fuzz` builds this with the address sanitizer and runs each target on its corpus.
//
//   fuzz TARGET [libFuzzer's options] CORPUS…

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private let name = CommandLine.argc > 1 ? CommandLine.arguments[1] : ""
private let target = targets[name]

if target == nil {
  let names = targets.keys.sorted().joined(separator: ", ")
  FileHandle.standardError.write(Data("name a target: \(names)\n".utf8))
  exit(64)
}
// libFuzzer sees the arguments behind the target's name; its own first one is the program.
var count = CommandLine.argc - 1
var arguments = CommandLine.unsafeArgv + 1
arguments[0] = CommandLine.unsafeArgv[0]
exit(
  runDriver(&count, &arguments) { bytes, count in
    target?(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  })
