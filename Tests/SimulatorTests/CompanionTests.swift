import Foundation
import Simulator
import Testing
import Values

@Suite("What belongs to a simulated log")
struct CompanionTests {
  private let simulation = Simulation(options(days: 10))

  @Test("is a configuration in JSON5 with the whole catalogue")
  func configuration() throws {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    let settings = try decoder.decode(Settings.self, from: Data(simulation.configuration.utf8))
    #expect(settings.products.count == 7)
    #expect(settings.products["st.family.monthly"]?.price == "12.99")
    #expect(settings.exchangeRates == Simulation.exchangeRatesFile)
    #expect(settings.spend == Simulation.spendFile)
  }

  @Test("are rates for every currency and day of the log")
  func rates() {
    let rows = simulation.exchangeRates.split(separator: "\n")
    #expect(rows.first == "date,currency,rate")
    #expect(rows.count == 1 + 7 * 17)
    #expect(rows.allSatisfy { $0.split(separator: ",").count == 3 })
  }

  @Test("is what the paid channels cost")
  func spend() {
    let rows = simulation.spend.split(separator: "\n")
    #expect(rows.first == "date,channel,campaign,currency,amount")
    #expect(rows.count > 10)
    #expect(rows.allSatisfy { $0.split(separator: ",").count == 5 })
  }
}

private struct Settings: Decodable {
  let products: [String: Product]
  let exchangeRates: String
  let spend: String

  struct Product: Decodable { let price: String }
}
