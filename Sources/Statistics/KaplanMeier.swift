import Glibc

/// The share that still lives after a time, when some are still alive at the last look
/// (Kaplan and Meier 1958).
package struct KaplanMeier: Sendable {
  /// Those whose observation ended after the same time; ends come before censorings.
  package struct Exit: Sendable, Equatable {
    package let time: Int
    package var ended: Int64
    package var censored: Int64

    package init(time: Int, ended: Int64 = 0, censored: Int64 = 0) {
      self.time = time
      self.ended = ended
      self.censored = censored
    }
  }

  /// The curve just after a time at which anybody left.
  package struct Point: Sendable, Equatable {
    package let time: Int
    package let atRisk: Int64
    package let ended: Int64
    package let censored: Int64
    package let survival: Double
    /// Greenwood (1926); nil once nobody is left.
    package let standardError: Double?
    /// survival ± z × standard error, cut at 0 and 1.
    package let plain: Interval
    /// The same on the scale of log(−log S), which stays within 0…1 by itself.
    package let logLog: Interval
  }

  package let points: [Point]
  package let count: Int64

  /// `exits` by ascending time, each time once.
  package init(_ exits: [Exit], confidence: Double = 0.95) {
    let z = Normal.quantile(1 - (1 - confidence) / 2)
    count = exits.reduce(0) { $0 + $1.ended + $1.censored }
    var atRisk = count
    var survival = 1.0
    var hazard = 0.0
    points = exits.map { exit in
      let (risk, ended) = (Double(atRisk), Double(exit.ended))
      survival *= 1 - ended / risk
      hazard += ended / (risk * (risk - ended))
      defer { atRisk -= exit.ended + exit.censored }
      return Point(exit, atRisk: atRisk, survival, hazard: hazard, z: z)
    }
  }

  /// The first time at which no more than half still live; nil while more do.
  package var median: Int? { points.first { $0.survival <= 0.5 }?.time }

  /// Where the bands cross one half (Brookmeyer and Crowley 1982, log-log); an end that is not
  /// reached yet is nil.
  package var medianInterval: (low: Int?, high: Int?) {
    (
      points.first { $0.logLog.low <= 0.5 }?.time,
      points.first { $0.logLog.high <= 0.5 }?.time
    )
  }
}

extension KaplanMeier.Point {
  /// `hazard` is Greenwood's sum; infinite once nobody is left.
  fileprivate init(
    _ exit: KaplanMeier.Exit, atRisk: Int64, _ survival: Double, hazard: Double, z: Double
  ) {
    time = exit.time
    self.atRisk = atRisk
    ended = exit.ended
    censored = exit.censored
    self.survival = survival
    standardError = survival > 0 ? survival * hazard.squareRoot() : nil
    let spread = z * (standardError ?? 0)
    plain = Interval(max(0, survival - spread), min(1, survival + spread))
    logLog = Self.logLogBand(survival, hazard: hazard, z: z)
  }

  private static func logLogBand(_ survival: Double, hazard: Double, z: Double) -> Interval {
    guard survival > 0, survival < 1 else { return Interval(survival, survival) }
    let spread = exp(z * hazard.squareRoot() / abs(log(survival)))
    return Interval(pow(survival, spread), pow(survival, 1 / spread))
  }
}
