/// Who a new customer is.
extension Customer {
  static func born(number: Int, slot: Int, options: SimulationOptions) -> Customer {
    let random = RandomSource(seed: options.seed, stream: UInt64(number))
    var customer = Customer(number: number, slot: slot, random: random)
    customer.findOrigin()
    customer.findCharacter(sandbox: options.disorder.sandbox)
    customer.joinExperiments()
    customer.findIntentions(options)
    return customer
  }

  private static let countryWeights = Country.all.map(\.weight)
  private static let channelWeights = Channel.all.map(\.weight)

  private mutating func findOrigin() {
    app = random.happens(620) ? .screenTime : .grip
    country = random.pick(Customer.countryWeights)
    channel = random.pick(Customer.channelWeights)
    campaign = Int(random.below(Int64(source.campaigns.count)))
    if channel == Channel.referral, number > 0 { traits.insert(.referred) }
  }

  private mutating func findCharacter(sandbox: Double) {
    habit = [.bounced, .casual, .regular, .devoted][random.pick([350, 350, 222, 78])]
    if random.happens(350) { traits.formUnion([.anonymous, .aliases]) }
    if random.happens(180) { traits.insert(.tablet) }
    if random.rarely(parts(sandbox, in: 100_000)) { traits.insert(.sandbox) }
  }

  private mutating func joinExperiments() {
    for experiment in ABTest.allCases {
      let bits: UInt16 = random.happens(experiment.share) ? 1 : 0
      let second: UInt16 = random.happens(experiment.split) ? 2 : 0
      experiments |= (bits | second) << (2 * experiment.rawValue)
    }
  }
}
