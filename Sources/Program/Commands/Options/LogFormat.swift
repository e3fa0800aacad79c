/// How the lines of a log are written.
package enum LogFormat: Hashable, Sendable {
    case text
    case json

    init(_ settings: Settings) {
        self = settings.text(.log) == "json" ? .json : .text
    }
}
