internal import SimperiumWire

/// One run through a bucket's index.
struct IndexScan: Sendable {
    /// The bucket's change version when the run began: the first page's.
    var current: ChangeVersion?
    /// The number of consecutive pages that listed nothing new.
    var barrenPages = 0
    /// The changes that arrived during the run.
    var later: [AcceptedChange] = []
    /// True if more changes arrived than are kept. The next connection asks for them.
    var isOutpaced = false
}

/// The number of runs on all connections, and the size of the next one's pages.
struct IndexScans: Sendable {
    private static let longestPage = 500

    private(set) var last = 0
    /// The maximum number of objects on a page of the index.
    private(set) var pageLimit = longestPage

    mutating func startScan() {
        last += 1
    }

    mutating func finishScan() {
        pageLimit = Self.longestPage
    }

    /// Halves the pages of the next run, because a page may have been too large for a link on its
    /// way.
    mutating func abortScan() {
        pageLimit = max(1, pageLimit / 2)
    }
}
