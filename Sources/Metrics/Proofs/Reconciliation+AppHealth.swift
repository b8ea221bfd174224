import Values

/// App health, told in two ways: by causes and by processes, by signs and by suspicious customers.
extension Reconciliation {
  var appHealthAgrees: [CheckDeclaration] {
    [failuresHaveCauses, processesAreOperations, agesSplit, signsAreListed, everybodyIsOne]
  }

  /// Every failure has one cause, if only `(none)`.
  private var failuresHaveCauses: CheckDeclaration {
    .worst(
      "failures of a process = failures of all its causes", "the last 28 days",
      of: [AppHealth.failed, Failures.failures]
    ) {
      let days = figures.asOf.advanced(by: -27)...figures.asOf
      let causes = figures.rows(of: Failures.self).totals.where(Failures.days, is: 28)
      return ["validation", "sync", "refresh", "notification", "restore"].map { process in
        (
          failures(of: process, in: days),
          causes.where(Failures.process, is: process).sum(Failures.failures)
        )
      }
    }
  }

  private func failures(of process: String, in days: ClosedRange<Day>) -> Int64 {
    figures.rows(of: AppHealth.self).totals.where(AppHealth.process, is: process)
      .where(AppHealth.date, in: days).sum(AppHealth.failed)
  }

  private var processesAreOperations: CheckDeclaration {
    let same: [(String, any ReportColumn<Operations>)] = [
      ("purchase", Operations.purchasesDecided), ("validation", Operations.receipts),
      ("sync", Operations.syncs),
    ]
    return .worst(
      "purchases, validations and syncs = those of operations", "all days",
      of: [AppHealth.events] + same.map(\.1)
    ) {
      let operations = figures.rows(of: Operations.self).totals
      let health = figures.rows(of: AppHealth.self).totals
      return same.map { process, column in
        (
          health.where(AppHealth.process, is: process).sum(AppHealth.events),
          operations.sum(column)
        )
      }
    }
  }

  private var agesSplit: CheckDeclaration {
    typealias Age = EntitlementAge
    return addsUp(
      "customers with a check = fresh, in grace and beyond", "every day", Age.customers,
      [Age.fresh, Age.inGrace, Age.beyond])
  }

  /// A sign is a row of a customer, and a fact that adds.
  private var signsAreListed: CheckDeclaration {
    .worst(
      "customers with a sign = those listed as suspicious", "every sign",
      of: [Integrity.customers, Suspicious.kind]
    ) {
      let listed = figures.rows(of: Suspicious.self)
      let signs = [
        ("jailbreak", "jailbreak"), ("tampered_receipt", "tampered receipt"),
        ("trial_bypass", "trial bypass"),
      ]
      return signs.map { sign, kind in
        (
          figures.rows(of: Integrity.self).where(Integrity.sign, is: sign)
            .sum(Integrity.customers),
          Int64(listed.where(Suspicious.kind, is: kind).count)
        )
      }
    }
  }

  /// Where there is any sign, customers with one and all others have paid everything.
  private var everybodyIsOne: CheckDeclaration {
    .pair(
      "net revenue = of customers with a sign and of all others", "all days",
      of: [Integrity.netRevenue, Daily.netRevenue]
    ) {
      let rows = figures.rows(of: Integrity.self)
      let all =
        rows.where(Integrity.sign, is: "any").sum(Integrity.netRevenue)
        + rows.where(Integrity.sign, is: "(others)").sum(Integrity.netRevenue)
      return (rows.isEmpty ? 0 : figures.sum(Daily.netRevenue), all)
    }
  }
}
