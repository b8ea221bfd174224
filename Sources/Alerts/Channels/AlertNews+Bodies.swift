package import Settings

extension AlertNews {
  /// What is posted to a service: all troubles in one body, or one of its own for each.
  package func bodies(for service: AlertChannel.Service) -> [String] {
    switch service {
    case .slack: [SlackAlert.body(self)]
    case .teams: [TeamsAlert.body(self)]
    case .googleChat: [GoogleChatAlert.body(self)]
    case .pagerDuty: PagerDutyAlert.bodies(self)
    case .alertmanager: [AlertmanagerAlert.body(self)]
    case .webhook: [WebhookAlert.body(self)]
    // It has recipients and headers of its own.
    case .mail: []
    }
  }
}

extension AlertChannel.Service {
  /// Behind the address of the channel; nil: that is the whole of it.
  package var path: String? { self == .alertmanager ? AlertmanagerAlert.path : nil }
}
