extension Targets.Figure {
  /// What reports and guides call the figure.
  package var title: String {
    switch self {
    case .trialStartRate: "Trial starts ÷ installs"
    case .trialToPaid: "Trial to paid, newest matured month of starts"
    case .paywallToPurchase: "Paywall to purchase"
    case .churnMonth1: "Churn in month 1"
    case .churnMonth3: "Churn by month 3"
    case .churnMonth6: "Churn by month 6"
    case .monthlyChurn: "Churn, 30 days"
    case .arppu: "ARPPU of the last whole month"
    case .ltv: "Lifetime value: MRR per subscriber ÷ churn"
    case .costPerCustomer: "Blended cost per install, last whole month"
    case .costPerPayer: "Blended CAC, newest month with 90 days to pay"
    case .paymentFailure: "Payment failures, 7 days"
    case .validationLatency: "Validation p95, milliseconds"
    case .syncFailure: "Sync failures, 7 days"
    case .syncLatency: "Sync p95, milliseconds"
    case .conflictsResolved: "Conflicts resolved without a person, 7 days"
    case .notificationsDelivered: "Notifications delivered, 7 days"
    case .restoreSuccess: "Restores that succeeded, 7 days"
    }
  }

  /// What a target of it is given in; nil: a share of 1.
  package var unit: String? {
    switch self {
    case .arppu, .ltv, .costPerCustomer, .costPerPayer: "the reporting currency"
    case .validationLatency, .syncLatency: "seconds"
    default: nil
    }
  }
}
