/// Why a text is no theme.
package enum ThemeFlaw: Error, Hashable, Sendable {
    case unknownStyle(String, line: Int)
    case unknownWord(String, line: Int)
    case styleTwice(String, line: Int)
}
