/// Which section of the guide to the definitions tells what the figures of a file mean.
enum DefinitionSections {
  static let ofFile: [String: String] = [
    "daily": "MRR and its movements", "daily_segments": "MRR and its movements",
    "mrr_movements": "MRR and its movements", "trial_cohorts": "Trials", "trial_curve": "Trials",
    "funnel": "Funnels", "churn": "Churn and retention", "retention": "Churn and retention",
    "renewals": "Churn and retention", "renewal_curve": "Churn and retention",
    "ltv": "Lifetime value", "revenue": "Revenue", "first_payments": "Revenue",
    "upcoming": "When somebody has access", "subscribers": "When somebody has access",
  ]
}
