"""The operators of Swift that a mutant changes, and how one that does either is declared."""

import collections
import re

Kind = collections.namedtuple("Kind", "other form")

# Operators ask whether they are the mutant only where both would not do the same.
ORDERED = """infix operator {op}: ComparisonPrecedence
func {op}<T: Comparable>(a: T, b: T) -> Bool {{
  a == b && isOther({n}) ? a {other} b : a {same} b
}}
"""
EQUATED = """infix operator {op}: ComparisonPrecedence
func {op}<T: Equatable>(a: T, b: T) -> Bool {{ isOther({n}) ? a {other} b : a {same} b }}
"""
MISSING = """func {op}<T>(a: T?, b: _OptionalNilComparisonType) -> Bool {{
  isOther({n}) ? a {other} b : a {same} b
}}
"""
JOINED = """infix operator {op}: {kind}Precedence
func {op}(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {{
  isOther({n}) ? try a {other} b() : try a {same} b()
}}
"""
NEGATED = """prefix operator {op}
prefix func {op}(a: Bool) -> Bool {{ isOther({n}) ? a : !a }}
"""
CALCULATED = """infix operator {op}: {kind}Precedence
func {op}<T: {numeric}>(a: T, b: T) -> T {{ isOther({n}) ? a {other} b : a {same} b }}
"""
MONEY = """func {op}(a: Amount, b: Amount) -> Amount {{
  isOther({n}) ? a {other} b : a {same} b
}}
"""
MOVED = """func {op}(a: Instant, b: TimeSpan) -> Instant {{
  isOther({n}) ? a {other} b : a {same} b
}}
"""
LENGTHENED = """func {op}(a: TimeSpan, b: TimeSpan) -> TimeSpan {{
  TimeSpan(
    milliseconds: isOther({n})
      ? a.milliseconds {other} b.milliseconds : a.milliseconds {same} b.milliseconds)
}}
"""
APART = """func {op}(a: Instant, b: Instant) -> TimeSpan {{ isOther({n}) ? b - a : a - b }}
"""
JOINED_LISTS = """func {op}<T>(a: [T], b: [T]) -> [T] {{ isOther({n}) ? a : a + b }}
"""
GATHERED = """infix operator {op}: AssignmentPrecedence
func {op}<T: AdditiveArithmetic>(a: inout T, b: T) {{
  if isOther({n}) {{ a {other} b }} else {{ a {same} b }}
}}
func {op}(a: inout Amount, b: Amount) {{
  if isOther({n}) {{ a {other} b }} else {{ a {same} b }}
}}
"""
MORE_LISTS = """func {op}<T>(a: inout [T], b: [T]) {{ if !isOther({n}) {{ a += b }} }}
"""
CHOSEN = """func {op}<T: Comparable>(_ a: T, _ b: T) -> T {{
  a != b && isOther({n}) ? {other}(a, b) : {same}(a, b)
}}
"""
CLOSED = """infix operator {op}: RangeFormationPrecedence
func {op}(a: Instant, b: Instant) -> ClosedRange<Instant> {{
  a...(isOther({n}) ? max(a, Instant(milliseconds: b.milliseconds - 1)) : b)
}}
func {op}(a: Day, b: Day) -> ClosedRange<Day> {{
  a...(isOther({n}) ? max(a, b.advanced(by: -1)) : b)
}}
"""
HALF_OPEN = """infix operator {op}: RangeFormationPrecedence
func {op}(a: Instant, b: Instant) -> Range<Instant> {{
  a..<(isOther({n}) ? Instant(milliseconds: b.milliseconds + 1) : b)
}}
func {op}(a: Day, b: Day) -> Range<Day> {{
  a..<(isOther({n}) ? b.advanced(by: 1) : b)
}}
func {op}(a: Int32, b: Int32) -> Range<Int32> {{ a..<(isOther({n}) ? b + 1 : b) }}
"""

EQUAL = EQUATED + MISSING
ADDED = CALCULATED.replace("{kind}", "Addition").replace("{numeric}", "AdditiveArithmetic") \
    + MONEY + MOVED + LENGTHENED
MULTIPLIED = CALCULATED.replace("{kind}", "Multiplication").replace("{numeric}", "BinaryInteger")

KINDS = {
    "<": Kind("<=", ORDERED), "<=": Kind("<", ORDERED),
    ">": Kind(">=", ORDERED), ">=": Kind(">", ORDERED),
    "==": Kind("!=", EQUAL), "!=": Kind("==", EQUAL),
    "&&": Kind("||", JOINED.replace("{kind}", "LogicalConjunction")),
    "||": Kind("&&", JOINED.replace("{kind}", "LogicalDisjunction")),
    "!": Kind("", NEGATED),
    "+": Kind("-", ADDED + JOINED_LISTS), "-": Kind("+", ADDED + APART),
    "*": Kind("/", MULTIPLIED), "/": Kind("*", MULTIPLIED),
    "+=": Kind("-=", GATHERED + MORE_LISTS), "-=": Kind("+=", GATHERED),
    "min(": Kind("max(", CHOSEN), "max(": Kind("min(", CHOSEN),
    "...": Kind("..<", CLOSED), "..<": Kind("...", HALF_OPEN),
}

# Where one stands: between blanks, before a negated word, as a function, within a range.
SITE = re.compile(
    r"(?<= )(?<!func )(?:<=|>=|==|!=|&&|\|\||\+=|-=|[<>+*/-])(?= )|(?<![\w.)])!(?=[\w(])"
    r"|(?<![.\w])(?:min|max)\(|(?<=[\w)\]])\.\.[.<](?=[\w(.])")


def name(operator, number):
    """What stands at the site instead."""
    if operator.endswith("("):
        return f"{operator[:-1]}{number}("
    # Two of the 200 signs from "for all" on: no operator of the language is made of them.
    return chr(0x2200 + number // 200) + chr(0x2200 + number % 200)


def declaration(operator, number):
    other, form = KINDS[operator]
    return form.format(op=name(operator, number).rstrip("("), n=number, same=operator.rstrip("("),
                       other=other.rstrip("("))
