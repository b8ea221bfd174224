/// `runrate print apple-root`: where the certificate is that the App Store's signatures begin at.
enum AppleRoot {
  static let text = """
    Signatures of the App Store begin at "Apple Root CA - G3". Runrate ships no certificate: fetch it
    from Apple, and look at it before you trust it.

      curl -O https://www.apple.com/certificateauthority/AppleRootCA-G3.cer
      openssl x509 -inform der -in AppleRootCA-G3.cer -noout -subject -enddate -fingerprint -sha256

    Compare the fingerprint with the one that Apple's page shows beside the certificate, on another
    connection or another computer than the one that fetched the file:

      https://www.apple.com/certificateauthority/

    The subject must be CN = Apple Root CA - G3, OU = Apple Certification Authority, O = Apple Inc.
    Then put the file beside runrate.json5 and name it there:

      appStore: { verify: true, roots: ["AppleRootCA-G3.cer"] },

    """
}
