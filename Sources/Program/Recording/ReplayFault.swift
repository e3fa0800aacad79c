/// Why a recording does not come out as it was written.
package enum ReplayFault: Error, Hashable, Sendable {
    /// There is no such line in any recording.
    case unreadable(line: Int, LineFlaw)
    /// It was written in another way than is known here.
    case format(Int)
    /// No machine of that name is known here.
    case machine(String)
    /// Not as its recorder wrote it: its check tells.
    case altered(line: Int)
    case differs(Difference)

    /// Whether the file is to blame, and not what is recorded in it.
    package var isOfFile: Bool {
        switch self {
        case .unreadable, .format, .machine: true
        case .altered, .differs: false
        }
    }
}

/// Where a replay comes out otherwise than the recording.
package struct Difference: Hashable, Sendable {
    package let line: Int
    /// Of what has differed, as names and indexes with dots between them.
    package let path: String
    /// Nil if there is nothing.
    package let recorded: String?
    package let now: String?

    init(line: Int, path: String, text recorded: String?, textNow now: String?) {
        self.line = line
        self.path = path
        self.recorded = recorded
        self.now = now
    }
}
