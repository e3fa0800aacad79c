internal import SimperiumJSON
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

/// The first sync, and starting over where the hub's history does not reach back to ours.
extension Bucket {
    static let longestPage = 500
    private static let mostBarrenPages = 3
    private static let mostIndexings = 3
    /// So many changes wait for the end of the index.
    private static let mostLater = 10_000

    var firstPage: ClientCommand { .index(IndexRequest(hasObjects: true, limit: pageLimit)) }

    /// A page may have been too large for some link on its way. The next run has shorter ones.
    mutating func breakIndexOff() {
        if stage == .indexing { pageLimit = max(1, pageLimit / 2) }
    }

    /// Begins with the index once more. Refuses to if that did not help before.
    @discardableResult
    mutating func startsIndexOver() -> Bool {
        guard stage == .live || stage == .catchingUp, link.indexings < Self.mostIndexings else {
            return false
        }
        startIndex()
        ask(firstPage)
        return true
    }

    /// Prepares for pages, the first of which has been asked for, or is about to be.
    mutating func startIndex() {
        stage = .indexing
        link.indexings += 1
        link.index = IndexRun()
        link.loads = [:]
        link.awaitsChanges = false
        lastRun += 1
        move(to: nil)
        if !hasToldIndexing {
            hasToldIndexing = true
            tell(.willIndex)
        }
    }

    mutating func postpone(_ change: AcceptedChange) {
        if link.index.later.count >= Self.mostLater { link.index.isOutpaced = true }
        if !link.index.isOutpaced { link.index.later.append(change) }
    }

    mutating func receive(_ page: IndexPage) {
        // An answer that nobody waits for.
        guard stage == .indexing else { return }
        link.askedAt = nil
        if link.index.current == nil { link.index.current = page.current }
        var isBarren = true
        for entry in page.entries where list(entry) { isBarren = false }
        link.index.barrenPages = isBarren ? link.index.barrenPages + 1 : 0
        guard let mark = page.mark else { return finishIndex(isComplete: true) }
        guard link.index.barrenPages < Self.mostBarrenPages else {
            tell(.error(.endlessIndex))
            return finishIndex(isComplete: false)
        }
        ask(.index(IndexRequest(hasObjects: true, mark: mark, limit: pageLimit)))
    }

    /// Enters what the index says of an object, and tells whether this run had not listed it yet.
    private mutating func list(_ listed: IndexPage.Entry) -> Bool {
        let key = listed.key
        let known = entries[key]
        guard known?.run != lastRun else { return false }
        entries[key, default: Entry()].run = lastRun
        if let known, known.ghost?.version == listed.version, known.suspect == nil { return true }
        let ghost = listed.object.map { Ghost(version: listed.version, object: $0) }
        if let ghost, knowsFate(of: inFlight[key], in: ghost) {
            take(ghost, as: key, .index)
        } else {
            suspect(key, listed.version)
        }
        return true
    }

    private mutating func finishIndex(isComplete: Bool) {
        let index = link.index
        link.index = IndexRun()
        pageLimit = Self.longestPage
        stage = .catchingUp
        if isComplete {
            for key in unlisted.inOrder() { vanish(key, .index) }
        }
        move(to: index.current)
        hasToldIndexing = false
        tell(.didIndex(index.current))
        // The next connection begins with all that happened since.
        guard !index.isOutpaced else { return turn.effects.append(.giveUp(.outpaced)) }
        follow(index.later, after: index.current)
        goLive()
    }

    /// What the hub had, and has no longer. What it never had is for us to send.
    private var unlisted: some Sequence<ObjectKey> {
        entries.lazy.filter { _, entry in
            entry.run != lastRun && (entry.ghost != nil || entry.suspect != nil)
        }.map(\.key)
    }

    /// What came before the index was made is in it.
    private mutating func follow(_ later: [AcceptedChange], after current: ChangeVersion?) {
        let known = later.lastIndex { $0.changeVersion == current }.map { $0 + 1 } ?? 0
        for change in later[..<known] { note(change) }
        for change in later[known...] { follow(change) }
    }
}
