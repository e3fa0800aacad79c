package import Recording

extension ReplayFault {
    /// The error, with the number of its line.
    package var sentence: String {
        switch self {
        case .unreadable(let line, let flaw): "line \(line): \(flaw.words)"
        case .format(let format):
            "line 1: recorded in format \(format); this program reads format "
                + "\(RecordingHead.presentFormat)"
        case .machine(let name): "line 1: this program can't replay \"\(name)\""
        case .altered(let line): "line \(line) was changed after it was recorded"
        case .differs(let difference): difference.sentence
        }
    }
}

extension LineFlaw {
    fileprivate var words: String {
        switch self {
        case .afterTheEnd: "text after the end"
        case .notWhole: "not a complete line of a recording"
        case .unknown: "not a line of a recording"
        case .notTheFirst: "not the first line of a recording"
        case .notJSON(let byte): "not valid JSON at byte \(byte)"
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
