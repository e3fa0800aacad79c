/// Where a client's knowledge of a bucket ends, as it says in `cv:`.
package enum Cursor: Hashable, Codable, Sendable {
    /// `cv:` with nothing after it, as iOS has it for a bucket that was empty.
    case start
    case after(ChangeVersion)
    /// What can't be a change version. It is answered like one that the hub doesn't know.
    case unreadable
}

extension Cursor {
    package init(_ text: String) {
        self = text.isEmpty ? .start : ChangeVersion(text).map(Cursor.after) ?? .unreadable
    }

    var text: String {
        switch self {
        case .start: ""
        case .after(let version): version.text
        case .unreadable: "?"
        }
    }
}
