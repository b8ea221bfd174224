/// `runrate print apple-root`: where the certificate is that the App Store's signatures begin at.
enum AppleRoot {
  static let text = """
    Signatures of the App Store begin at "Apple Root CA - G3". Runrate ships no certificate: fetch it
    from Apple, and look at it before you trust it.

      curl -O https://www.apple.com/certificateauthority/AppleRootCA-G3.cer
      openssl x509 -inform der -in AppleRootCA-G3.cer -noout -subject -enddate -fingerprint -sha256

    The fingerprint must be

      63:34:3A:BF:B8:9A:6A:03:EB:B5:7E:9B:3F:5F:A7:BE:
      7C:4F:5C:75:6F:30:17:B3:A8:C4:88:C3:65:3E:91:79

    as public lists of certificates have it; ask one of them, on another connection than the one that
    fetched the file. Apple's own list is https://www.apple.com/certificateauthority/. The subject must be CN = Apple Root CA - G3, OU = Apple Certification Authority, O = Apple Inc.
    Then put the file beside runrate.json5 and name it there:

      appStore: { verify: true, roots: ["AppleRootCA-G3.cer"] },

    """
}
