/// A test that splits customers into two.
enum Experiment: Int, CaseIterable {
  /// Has a winner: the second variant sells a quarter more.
  case paywallCopy
  /// Makes no difference.
  case buttonColor
  /// Sends three of five customers into a variant that was meant for half.
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

  func variant(_ isSecond: Bool) -> StaticString {
    switch self {
    case .paywallCopy: isSecond ? "benefits" : "control"
    case .buttonColor: isSecond ? "green" : "blue"
    case .onboardingFlow: isSecond ? "short" : "long"
    case .yearlyPrice: isSecond ? "plus20" : "control"
    }
  }

  /// How many of a thousand customers come into the second variant.
  var split: Int { self == .onboardingFlow ? 600 : 500 }

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
