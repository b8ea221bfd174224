/// A test that splits customers into two.
enum ABTest: Int, CaseIterable {
  /// Has a winner: the second variant makes three of four more people want to buy.
  case paywallCopy
  /// Makes no difference.
  case buttonColor
  /// Sends two of three customers into a variant that was meant for half.
  case onboardingFlow
  /// One fifth more to pay for the yearly plan.
  case yearlyPrice

  var name: StaticString {
    switch self {
    case .paywallCopy: "paywall_copy"
    case .buttonColor: "button_color"
    case .onboardingFlow: "onboarding_flow"
    case .yearlyPrice: "yearly_price"
    }
  }

  /// Its entry of the configuration (JSON5).
  var setting: String {
    let judgedBy = self == .yearlyPrice ? ", metric: \"revenue\"" : ""
    return "\(name): { control: \"\(variant(false))\"\(judgedBy) },"
  }

  func variant(_ isSecond: Bool) -> StaticString {
    switch self {
    case .paywallCopy: isSecond ? "benefits" : "control"
    case .buttonColor: isSecond ? "green" : "blue"
    case .onboardingFlow: isSecond ? "short" : "long"
    case .yearlyPrice: isSecond ? "plus20" : "control"
    }
  }

  /// How many of a thousand customers come into the second variant.
  var split: Int { self == .onboardingFlow ? 667 : 500 }

  /// How many of a thousand customers take part.
  var share: Int {
    switch self {
    case .paywallCopy: 1000
    case .buttonColor: 300
    case .onboardingFlow: 250
    case .yearlyPrice: 400
    }
  }
}
