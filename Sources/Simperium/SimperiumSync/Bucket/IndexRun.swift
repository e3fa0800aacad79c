internal import SimperiumWire

/// One run through a bucket's index.
struct IndexRun: Sendable {
    /// The bucket's change version when the run began.
    var current: ChangeVersion?
    /// How many pages in a row listed nothing new.
    var barrenPages = 0
    /// What happened meanwhile.
    var later: [AcceptedChange] = []
    /// So much happened meanwhile that it must be asked for.
    var isOutpaced = false
}

/// How many runs there were, on whatever connections, and how the next goes about it.
struct IndexRuns: Sendable {
    private static let longestPage = 500

    private(set) var last = 0
    /// How many objects a page of the index may have.
    private(set) var pageLimit = longestPage

    mutating func begin() {
        last += 1
    }

    mutating func finish() {
        pageLimit = Self.longestPage
    }

    /// A page may have been too large for some link on its way. The next run has shorter ones.
    mutating func breakOff() {
        pageLimit = max(1, pageLimit / 2)
    }
}
