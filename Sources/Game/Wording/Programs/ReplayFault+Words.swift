package import Recording

extension ReplayFault {
    /// In which line something is wrong, and what.
    package var sentence: String {
        switch self {
        case .unreadable(let line, let flaw): "line \(line): \(flaw.words)"
        case .format(let format):
            "line 1: recorded in format \(format); this program reads "
                + "\(RecordingHead.presentFormat)"
        case .machine(let name): "line 1: there is nothing called \"\(name)\" to replay here"
        case .altered(let line): "line \(line) was altered after it was recorded"
        case .differs(let difference): difference.sentence
        }
    }
}

extension LineFlaw {
    fileprivate var words: String {
        switch self {
        case .afterTheEnd: "nothing comes after the end"
        case .notWhole: "not a whole line of a recording"
        case .unknown: "not a line of a recording"
        case .notTheFirst: "not the first line of a recording"
        case .notJSON(let byte): "no JSON from byte \(byte) on"
        case .other(let reason): reason
        }
    }
}

extension Difference {
    fileprivate var sentence: String {
        """
        line \(line) differs at \(path)
          recorded: \(recorded ?? "nothing")
          now:      \(now ?? "nothing")
        """
    }
}
