/// Why a recording does not come out as it was written.
package enum ReplayFault: Error, Hashable, Sendable {
    /// There is no such line in any recording.
    case unreadable(line: Int, reason: String)
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

extension ReplayFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let line, let reason): "line \(line): \(reason)"
        case .format(let format):
            "line 1: recorded in format \(format); this program reads \(RecordingHead.presentFormat)"
        case .machine(let name): "line 1: there is nothing called \"\(name)\" to replay here"
        case .altered(let line): "line \(line) was altered after it was recorded"
        case .differs(let difference): difference.description
        }
    }
}

extension Difference: CustomStringConvertible {
    package var description: String {
        """
        line \(line) differs at \(path)
          recorded: \(recorded ?? "nothing")
          now:      \(now ?? "nothing")
        """
    }
}
