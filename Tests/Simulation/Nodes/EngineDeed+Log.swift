package import SharedLog

extension EngineDeed {
    /// The log that the command is about; nil if it isn't about one.
    package var log: SharedLogID? {
        switch self {
        case .node, .directory, .feed: nil
        case .log(_, let log), .lease(_, let log), .read(_, let log): log
        }
    }
}
