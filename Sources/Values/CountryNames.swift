extension Countries {
  /// A country a line: ISO 3166-1 alpha-2 and alpha-3 (`---` where there is none; XKS is how Apple
  /// writes Kosovo), then its English names, the common one first, with older and longer ones.
  package static let names = """
    AD AND Andorra
    AE ARE United Arab Emirates
    AF AFG Afghanistan
    AG ATG Antigua & Barbuda
    AI AIA Anguilla
    AL ALB Albania
    AM ARM Armenia
    AO AGO Angola
    AQ ATA Antarctica
    AR ARG Argentina
    AS ASM American Samoa
    AT AUT Austria
    AU AUS Australia
    AW ABW Aruba
    AX ALA Åland Islands
    AZ AZE Azerbaijan
    BA BIH Bosnia & Herzegovina
    BB BRB Barbados
    BD BGD Bangladesh
    BE BEL Belgium
    BF BFA Burkina Faso
    BG BGR Bulgaria
    BH BHR Bahrain
    BI BDI Burundi
    BJ BEN Benin
    BL BLM St. Barthélemy
    BM BMU Bermuda
    BN BRN Brunei|Brunei Darussalam
    BO BOL Bolivia
    BQ BES Caribbean Netherlands
    BR BRA Brazil
    BS BHS Bahamas|The Bahamas
    BT BTN Bhutan
    BV BVT Bouvet Island
    BW BWA Botswana
    BY BLR Belarus
    BZ BLZ Belize
    CA CAN Canada
    CC CCK Cocos (Keeling) Islands
    CD COD Congo - Kinshasa|Democratic Republic of the Congo|DR Congo
    CF CAF Central African Republic
    CG COG Congo - Brazzaville|Republic of the Congo
    CH CHE Switzerland
    CI CIV Côte d’Ivoire|Ivory Coast
    CK COK Cook Islands
    CL CHL Chile
    CM CMR Cameroon
    CN CHN China
    CO COL Colombia
    CR CRI Costa Rica
    CU CUB Cuba
    CV CPV Cape Verde|Cape Verde
    CW CUW Curaçao
    CX CXR Christmas Island
    CY CYP Cyprus
    CZ CZE Czechia|Czech Republic
    DE DEU Germany
    DJ DJI Djibouti
    DK DNK Denmark
    DM DMA Dominica
    DO DOM Dominican Republic
    DZ DZA Algeria
    EC ECU Ecuador
    EE EST Estonia
    EG EGY Egypt
    EH ESH Western Sahara
    ER ERI Eritrea
    ES ESP Spain
    ET ETH Ethiopia
    FI FIN Finland
    FJ FJI Fiji
    FK FLK Falkland Islands
    FM FSM Micronesia
    FO FRO Faroe Islands
    FR FRA France
    GA GAB Gabon
    GB GBR United Kingdom|Great Britain|UK
    GD GRD Grenada
    GE GEO Georgia
    GF GUF French Guiana
    GG GGY Guernsey
    GH GHA Ghana
    GI GIB Gibraltar
    GL GRL Greenland
    GM GMB Gambia|The Gambia
    GN GIN Guinea
    GP GLP Guadeloupe
    GQ GNQ Equatorial Guinea
    GR GRC Greece
    GS SGS South Georgia & South Sandwich Islands
    GT GTM Guatemala
    GU GUM Guam
    GW GNB Guinea-Bissau
    GY GUY Guyana
    HK HKG Hong Kong SAR China|Hong Kong
    HM HMD Heard & McDonald Islands
    HN HND Honduras
    HR HRV Croatia
    HT HTI Haiti
    HU HUN Hungary
    ID IDN Indonesia
    IE IRL Ireland
    IL ISR Israel
    IM IMN Isle of Man
    IN IND India
    IO IOT British Indian Ocean Territory
    IQ IRQ Iraq
    IR IRN Iran|Islamic Republic of Iran
    IS ISL Iceland
    IT ITA Italy
    JE JEY Jersey
    JM JAM Jamaica
    JO JOR Jordan
    JP JPN Japan
    KE KEN Kenya
    KG KGZ Kyrgyzstan
    KH KHM Cambodia
    KI KIR Kiribati
    KM COM Comoros
    KN KNA St. Kitts & Nevis
    KP PRK North Korea
    KR KOR South Korea|Korea, Republic of|Republic of Korea
    KW KWT Kuwait
    KY CYM Cayman Islands
    KZ KAZ Kazakhstan
    LA LAO Laos|Lao PDR
    LB LBN Lebanon
    LC LCA St. Lucia
    LI LIE Liechtenstein
    LK LKA Sri Lanka
    LR LBR Liberia
    LS LSO Lesotho
    LT LTU Lithuania
    LU LUX Luxembourg
    LV LVA Latvia
    LY LBY Libya
    MA MAR Morocco
    MC MCO Monaco
    MD MDA Moldova|Republic of Moldova
    ME MNE Montenegro
    MF MAF St. Martin
    MG MDG Madagascar
    MH MHL Marshall Islands
    MK MKD North Macedonia|Macedonia (FYROM)
    ML MLI Mali
    MM MMR Myanmar (Burma)|Myanmar|Burma
    MN MNG Mongolia
    MO MAC Macao SAR China|Macao
    MP MNP Northern Mariana Islands
    MQ MTQ Martinique
    MR MRT Mauritania
    MS MSR Montserrat
    MT MLT Malta
    MU MUS Mauritius
    MV MDV Maldives
    MW MWI Malawi
    MX MEX Mexico
    MY MYS Malaysia
    MZ MOZ Mozambique
    NA NAM Namibia
    NC NCL New Caledonia
    NE NER Niger
    NF NFK Norfolk Island
    NG NGA Nigeria
    NI NIC Nicaragua
    NL NLD Netherlands|The Netherlands
    NO NOR Norway
    NP NPL Nepal
    NR NRU Nauru
    NU NIU Niue
    NZ NZL New Zealand
    OM OMN Oman
    PA PAN Panama
    PE PER Peru
    PF PYF French Polynesia
    PG PNG Papua New Guinea
    PH PHL Philippines
    PK PAK Pakistan
    PL POL Poland
    PM SPM St. Pierre & Miquelon
    PN PCN Pitcairn Islands
    PR PRI Puerto Rico
    PS PSE Palestinian Territories|Palestine
    PT PRT Portugal
    PW PLW Palau
    PY PRY Paraguay
    QA QAT Qatar
    RE REU Réunion
    RO ROU Romania
    RS SRB Serbia
    RU RUS Russia|Russian Federation
    RW RWA Rwanda
    SA SAU Saudi Arabia
    SB SLB Solomon Islands
    SC SYC Seychelles
    SD SDN Sudan
    SE SWE Sweden
    SG SGP Singapore
    SH SHN St. Helena
    SI SVN Slovenia
    SJ SJM Svalbard & Jan Mayen
    SK SVK Slovakia
    SL SLE Sierra Leone
    SM SMR San Marino
    SN SEN Senegal
    SO SOM Somalia
    SR SUR Suriname
    SS SSD South Sudan
    ST STP São Tomé & Príncipe
    SV SLV El Salvador
    SX SXM Sint Maarten
    SY SYR Syria|Syrian Arab Republic
    SZ SWZ Eswatini|Swaziland
    TC TCA Turks & Caicos Islands
    TD TCD Chad
    TF ATF French Southern Territories
    TG TGO Togo
    TH THA Thailand
    TJ TJK Tajikistan
    TK TKL Tokelau
    TL TLS Timor-Leste|East Timor
    TM TKM Turkmenistan
    TN TUN Tunisia
    TO TON Tonga
    TR TUR Türkiye|Turkey
    TT TTO Trinidad & Tobago
    TV TUV Tuvalu
    TW TWN Taiwan
    TZ TZA Tanzania|United Republic of Tanzania
    UA UKR Ukraine
    UG UGA Uganda
    UM UMI U.S. Outlying Islands
    US USA United States|United States of America
    UY URY Uruguay
    UZ UZB Uzbekistan
    VA VAT Vatican City|Holy See
    VC VCT St. Vincent & Grenadines
    VE VEN Venezuela
    VG VGB British Virgin Islands
    VI VIR U.S. Virgin Islands
    VN VNM Vietnam|Viet Nam
    VU VUT Vanuatu
    WF WLF Wallis & Futuna
    WS WSM Samoa
    XK XKS Kosovo
    YE YEM Yemen
    YT MYT Mayotte
    ZA ZAF South Africa
    ZM ZMB Zambia
    ZW ZWE Zimbabwe
    """
}

/// ISO 3166-1 codes by what stores and analytics write instead.
package enum Countries {
  /// The alpha-2 code of a name or a code in any case; any other text in capitals.
  package static func standardCode(of text: String) -> String {
    let code = code(of: text)
    let letters = [UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)]
    return code == 0 ? text.uppercased() : String(decoding: letters, as: UTF8.self)
  }

  /// The letters of the alpha-2 code as `first << 8 | second`; 0 for none.
  package static func code(of text: String) -> Int32 { codes[folded(text)] ?? 0 }

  /// Names differ in case, in `&` and in the apostrophe.
  private static func folded(_ text: String) -> String {
    String(
      text.lowercased().map { $0 == "\u{2019}" ? "'" : $0 }
        .split(separator: "&", omittingEmptySubsequences: false).joined(separator: "and"))
  }

  private static let codes: [String: Int32] = {
    var codes: [String: Int32] = [:]
    for line in names.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
      let letters = Array(parts[0].utf8)
      let code = Int32(letters[0]) << 8 | Int32(letters[1])
      for text in parts[0...1] { codes[folded(text)] = code }
      for name in parts[2].split(separator: "|") { codes[folded(String(name))] = code }
    }
    return codes
  }()
}
