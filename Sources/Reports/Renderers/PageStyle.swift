import Foundation
import Values

/// The page's only style, named by its hash in the content security policy.
enum PageStyle {
  static let text =
    ChartStyle.rules + layout + light + "@media(prefers-color-scheme:dark){\(dark)}" + print

  /// `'sha256-…'`, as the policy wants it.
  static let hash = "'sha256-\(Data(SHA256.digest(Array(text.utf8))).base64EncodedString())'"

  private static let light =
    ":root{--bg:#fff;--fg:#24292f;--faint:#57606a;--line:#d9dee4;--card:#f6f8fa;--good:#1a6b35;"
    + "--bad:#b3201f;--link:#0b57c2;--more:#0003}"

  private static let dark =
    ":root{--bg:#0d1117;--fg:#e6edf3;--faint:#9ea7b3;--line:#30363d;--card:#161b22;--good:#56d364;"
    + "--bad:#ff8e86;--link:#79b0ff;--more:#fff2}"

  private static let layout = """
    :root{color-scheme:light dark}*{box-sizing:border-box}
    body{margin:0 auto;padding:1rem;max-width:88rem;background:var(--bg);color:var(--fg);\
    font:1rem/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif;overflow-wrap:anywhere}
    h1{font-size:1.6rem;margin:.2rem 0}h2{font-size:1.2rem;margin:1.6rem 0 .4rem;\
    border-bottom:1px solid var(--line);padding-bottom:.2rem}p{margin:.4rem 0}a{color:var(--link)}
    .faint,small,caption{color:var(--faint)}.good{color:var(--good)}.bad{color:var(--bad)}
    .banner{border:.15rem solid var(--bad);border-radius:.5rem;color:var(--bad);\
    padding:.6rem .8rem;margin:.8rem 0}
    .skip{position:absolute;left:-99rem}.skip:focus{left:1rem;background:var(--bg);padding:.3rem}
    nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:0;margin:.8rem 0;list-style:none}
    .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(10.5rem,1fr));gap:.6rem;\
    margin:.6rem 0;padding:0;list-style:none}
    .cards li{background:var(--card);border:1px solid var(--line);border-radius:.5rem;\
    padding:.5rem .7rem;font-size:.9rem;line-height:1.35}.cards b{display:block;font-size:1.5rem;line-height:1.3}
    .cards small{display:block}.stale li,.stale .good,.stale .bad{color:var(--faint)}\
    .spark{width:100%;height:2rem;display:block;margin-top:.3rem}
    .finding{font-size:1.35rem;line-height:1.35;font-weight:600;max-width:64rem;margin:.5rem 0}
    #first h2{font-size:1rem;margin:.7rem 0 .2rem;border:0;padding:0}\
    .decide{padding-left:1.2rem;margin:.2rem 0}.decide li{margin:.15rem 0}\
    #first figure{margin:.2rem 0}#first .broad{display:block}#first .narrow,#first .why .broad{display:none}\
    #first .why .narrow{display:block}#first .why{max-width:27rem}
    .alerts{padding:0;margin:.2rem 0;list-style:none}.alerts li{border-left:.3rem solid var(--faint);\
    background:var(--card);padding:.25rem .6rem;margin:.3rem 0}.alerts .critical{border-color:var(--bad)}.alerts .warning{border-color:#b7791f}\
    .notes{font-size:.8rem;line-height:1.3}.alerts details{margin:0}.alerts summary{color:inherit}
    figure{margin:.6rem 0;max-width:50rem}figure>svg{width:100%;height:auto;display:block}.narrow{display:none}
    .scroll{overflow-x:auto;margin:.5rem 0;\
    background:linear-gradient(to left,var(--bg) 50%,transparent) right/1rem 100% no-repeat local,\
    linear-gradient(to left,var(--more),transparent) right/.9rem 100% no-repeat \
    var(--bg)}
    table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums;\
    overflow-wrap:normal}caption{text-align:left;padding:.2rem 0}
    th,td{padding:.25rem .45rem;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}
    tbody th{font-weight:400}thead th{font-weight:600;vertical-align:bottom}\
    .n{text-align:right}.w{white-space:normal;overflow-wrap:anywhere;min-width:9rem}\
    thead th:first-child,tbody th{padding-left:0}details{margin:.5rem 0}summary{cursor:pointer;color:var(--link)}
    :focus-visible{outline:2px solid var(--link);outline-offset:2px}dt{font-weight:600}dd{margin:0 0 .5rem}
    .exhibit table,.parts .scroll table{font-size:.8rem}\
    #appendix>details{display:inline-block;margin:.2rem 1.2rem .2rem 0}#appendix>details[open]{display:block;margin:.5rem 0}\
    .parts{display:flex;flex-wrap:wrap;gap:0 1.5rem}.parts>p,.parts>details,.parts>.exhibit,.parts>figure,.parts>dl{flex:0 0 100%;min-width:0}\
    .parts>.scroll{max-width:100%}.parts>p{margin:.2rem 0;max-width:none;padding-right:max(0px,calc(100% - 64rem))}\
    .parts>figure{max-width:none}.parts>figure>svg{max-width:50rem}.parts>details:not([open]){flex:0 1 auto}
    p,dl{max-width:64rem}
    @media(min-width:1180px){.first{display:grid;gap:1.5rem;align-items:start;\
    grid-template-columns:minmax(0,3fr) minmax(0,2fr)}}\
    @media(min-width:900px){.cards{grid-template-columns:repeat(6,minmax(0,1fr))}}
    @media(min-width:1100px){.exhibit{display:grid;gap:1.5rem;align-items:start;\
    grid-template-columns:minmax(0,27rem) minmax(0,1fr)}.exhibit figure{margin:.5rem 0}\
    .exhibit .broad{display:none}.exhibit .narrow{display:block}}
    @media(max-width:40rem){.broad,#first .broad{display:none}.narrow,#first .narrow{display:block;max-width:30rem}\
    .finding{font-size:1.1rem}.cards{grid-template-columns:1fr 1fr}.cards .detail{display:none}.spark{height:1.4rem;margin:0}}

    """

  /// For paper: nothing scrolls or unfolds; sections stay on one page where they fit.
  private static let print = """
    @media print{html{font-size:11px}nav,.skip,#first~* summary{display:none}\
    #appendix:not(:has(details[open])){display:none}\
    body{max-width:none;padding:0}.scroll{overflow:visible;background:none}\
    .broad{display:block}.narrow,.exhibit .broad{display:none}.exhibit .narrow{display:block}\
    .first{display:grid;gap:1rem;grid-template-columns:minmax(0,3fr) minmax(0,2fr)}\
    .exhibit{display:grid;gap:1rem;align-items:start;grid-template-columns:minmax(0,1fr) minmax(0,2fr)}\
    .exhibit table{font-size:.7rem}.exhibit thead th{white-space:normal}.parts>figure.broad{max-width:36rem}\
    .cards{grid-template-columns:repeat(6,1fr)}.alerts summary{list-style:none}\
    th,td{padding:.15rem .25rem}.exhibit :is(th,td){padding:.15rem .2rem}\
    section:not(#first),figure,li,tr{break-inside:avoid}h2,caption,thead{break-after:avoid}\
    :root{--bg:#fff;--fg:#24292f;--faint:#57606a;--line:#d9dee4;--card:#fff;--good:#1a6b35;\
    --bad:#b3201f}}
    """
}
