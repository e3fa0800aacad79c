internal import SimperiumJSON
internal import SimperiumWire

/// The first sync, and starting over where the hub's history does not reach back to ours.
extension Bucket {
    private static let mostBarrenPages = 3
    private static let mostIndexings = 3
    /// So many changes wait for the end of the index.
    private static let mostLater = 10_000

    var firstPage: ClientCommand {
        .index(IndexRequest(hasObjects: true, limit: indexRuns.pageLimit))
    }

    /// Begins with the index once more. Refuses to if that did not help before.
    @discardableResult
    mutating func startsIndexOver() -> Bool {
        guard stage == .live || stage == .catchingUp, connection.indexings < Self.mostIndexings
        else {
            return false
        }
        startIndex()
        ask(firstPage)
        return true
    }

    /// Prepares for pages, the first of which has been asked for, or is about to be.
    mutating func startIndex() {
        stage = .indexing
        connection.indexings += 1
        connection.index = IndexRun()
        connection.loads = [:]
        connection.awaitsChanges = false
        indexRuns.begin()
        move(to: nil)
        if !told.isIndexing {
            told.isIndexing = true
            tell(.willIndex)
        }
    }

    mutating func postpone(_ change: AcceptedChange) {
        if connection.index.later.count >= Self.mostLater { connection.index.isOutpaced = true }
        if !connection.index.isOutpaced { connection.index.later.append(change) }
    }

    mutating func receive(_ page: IndexPage) {
        // An answer to no question of this connection.
        guard stage == .indexing else { return }
        connection.askedAt = nil
        if connection.index.current == nil { connection.index.current = page.current }
        var isBarren = true
        for entry in page.entries where list(entry) { isBarren = false }
        connection.index.barrenPages = isBarren ? connection.index.barrenPages + 1 : 0
        guard let mark = page.mark else { return finishIndex(isComplete: true) }
        guard connection.index.barrenPages < Self.mostBarrenPages else {
            tell(.error(.endlessIndex))
            return finishIndex(isComplete: false)
        }
        ask(.index(IndexRequest(hasObjects: true, mark: mark, limit: indexRuns.pageLimit)))
    }

    /// Enters what the index says of an object, and tells whether this run had not listed it yet.
    private mutating func list(_ listed: IndexPage.Entry) -> Bool {
        let key = listed.key
        let known = objects.entries[key]
        guard known?.run != indexRuns.last else { return false }
        objects.entries[key, default: Entry()].run = indexRuns.last
        if let known, known.ghost?.version == listed.version, known.suspect == nil { return true }
        let ghost = listed.object.map { Ghost(version: listed.version, object: $0) }
        if let ghost, knowsFate(of: objects.inFlight[key], in: ghost) {
            take(ghost, as: key, .index)
        } else {
            suspect(key, listed.version)
        }
        return true
    }

    private mutating func finishIndex(isComplete: Bool) {
        let index = connection.index
        connection.index = IndexRun()
        indexRuns.finish()
        stage = .catchingUp
        if isComplete {
            for key in unlisted.inOrder() { vanish(key, .index) }
        }
        move(to: index.current)
        told.isIndexing = false
        tell(.didIndex(index.current))
        // The next connection begins with all that happened since.
        guard !index.isOutpaced else { return turn.effects.append(.giveUp(.outpaced)) }
        follow(index.later, after: index.current)
        goLive()
    }

    /// What the hub had, and has no longer. What it never had is for us to send.
    private var unlisted: some Sequence<ObjectKey> {
        objects.entries.lazy.filter { _, entry in
            entry.run != indexRuns.last && (entry.ghost != nil || entry.suspect != nil)
        }.map(\.key)
    }

    /// What came before the index was made is in it.
    private mutating func follow(_ later: [AcceptedChange], after current: ChangeVersion?) {
        let known = later.lastIndex { $0.changeVersion == current }.map { $0 + 1 } ?? 0
        for change in later[..<known] { note(change) }
        for change in later[known...] { follow(change) }
    }
}
