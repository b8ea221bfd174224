package import Values

/// Until when a payment that failed can be made good (Definitions, "Churn and retention"): stores
/// try for up to 60 days.
package enum BillingRecovery {
  package static let window = TimeSpan.days(60)
}
