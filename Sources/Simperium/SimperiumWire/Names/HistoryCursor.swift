/// The position of a client in a bucket's history, as the client sends it with `cv:`.
package enum HistoryCursor: Hashable, Codable, Sendable {
    /// An empty `cv:`, which iOS sends for a bucket that was empty.
    case start
    case after(ChangeVersion)
    /// A text that is not a change version. The hub answers it like an unknown version.
    case unreadable
}

extension HistoryCursor {
    package init(_ text: String) {
        self = text.isEmpty ? .start : ChangeVersion(text).map(HistoryCursor.after) ?? .unreadable
    }

    var text: String {
        switch self {
        case .start: ""
        case .after(let version): version.text
        case .unreadable: "?"
        }
    }
}
