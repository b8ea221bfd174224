/// SHA-256 (FIPS 180-4): 32 bytes that nobody can find another message for.
package enum SHA256 {
  package static func digest(_ message: [UInt8]) -> [UInt8] {
    digest(message, after: initial, length: 0)
  }

  /// That of a message which goes on after `length` bytes that led to `state`.
  static func digest(_ message: [UInt8], after state: [UInt32], length: Int) -> [UInt8] {
    var state = state
    let padded = padded(message, after: length)
    for start in stride(from: 0, to: padded.count, by: 64) {
      compress(padded[start..<(start + 64)], into: &state)
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  /// The state after one block of 64 bytes.
  static func state(after block: [UInt8]) -> [UInt32] {
    var state = initial
    compress(block[...], into: &state)
    return state
  }

  /// A one, zeros, and the length in bits: a multiple of 64 bytes.
  private static func padded(_ message: [UInt8], after length: Int) -> [UInt8] {
    let zeros = (119 - message.count % 64) % 64
    let bits = UInt64(length + message.count) * 8
    return message + [0x80] + [UInt8](repeating: 0, count: zeros)
      + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
  }

  private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    let words = schedule(block)
    var s = state
    for i in 0..<64 {
      let e = s[4]
      let choice = (e & s[5]) ^ (~e & s[6])
      let t1 = s[7] &+ (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) &+ choice &+ k[i] &+ words[i]
      let a = s[0]
      let majority = (a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2])
      let t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ majority
      s = [t1 &+ t2, a, s[1], s[2], s[3] &+ t1, e, s[5], s[6]]
    }
    for i in 0..<8 { state[i] &+= s[i] }
  }

  private static func schedule(_ block: ArraySlice<UInt8>) -> [UInt32] {
    let start = block.startIndex
    var w = (0..<16).map { i in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[start + 4 * i + $1]) }
    }
    for i in 16..<64 {
      let s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >> 3)
      let s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >> 10)
      w.append(w[i - 16] &+ s0 &+ w[i - 7] &+ s1)
    }
    return w
  }

  private static func turn(_ x: UInt32, _ n: UInt32) -> UInt32 { x >> n | x << (32 - n) }

  private static let initial: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]

  private static let k: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
