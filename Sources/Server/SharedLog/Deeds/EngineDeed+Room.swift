extension EngineDeed {
    /// Whether the engine refuses it when it has no memory left. What keeps nodes alive, lets
    /// clients in, and makes room is done all the same.
    package var needsRoom: Bool {
        switch self {
        case .log(.append(let changes, _, _), _): changes.contains { $0.object != nil }
        case .lease(.begin, _), .feed(.add, _): true
        case .node, .log, .lease, .read, .directory, .feed: false
        }
    }
}
