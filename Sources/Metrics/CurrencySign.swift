/// What stands in front of an amount of that currency: its sign, else its code and a space.
package func currencySign(_ code: String) -> String {
  switch code {
  case "USD": "$"
  case "EUR": "€"
  case "GBP": "£"
  case "JPY": "¥"
  default: code + " "
  }
}
