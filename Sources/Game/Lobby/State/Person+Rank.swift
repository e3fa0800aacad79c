extension Person {
    /// Those come first with whom one can play.
    package var rank: Int {
        if absence != nil, !isPlaying { return 6 }
        return switch pastime {
        case .waiting: 0
        case .open(isPrivate: false): 1
        case .playing: 2
        case .watching: 3
        case .open(isPrivate: true): 4
        case .busy: 5
        }
    }
}
