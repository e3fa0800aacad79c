internal import SimperiumJSON
internal import SimperiumWire

/// Reading the whole index: at the first sync, and when the hub's history no longer reaches back to
/// the cursor.
extension Bucket {
    private static let mostBarrenPages = 3
    private static let mostIndexings = 3
    /// The number of changes that are kept until the index is complete.
    private static let mostLater = 10_000

    var firstPage: ClientCommand {
        .index(IndexRequest(hasObjects: true, limit: indexRuns.pageLimit))
    }

    /// Reads the index again. Returns false if the channel is not open or an index is running, or
    /// if this connection has tried it often enough.
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

    /// Prepares for the index. The caller requests the first page, unless `init` has done so.
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
        // The page answers no request of this connection.
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

    /// Records an entry of the index. Returns false if this run had listed the object before.
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
        // The next connection begins with the changes that didn't fit.
        guard !index.isOutpaced else { return turn.effects.append(.giveUp(.outpaced)) }
        follow(index.later, after: index.current)
        goLive()
    }

    /// The objects that the hub had and no longer has. Objects that it never had wait to be sent.
    private var unlisted: some Sequence<ObjectKey> {
        objects.entries.lazy.filter { _, entry in
            entry.run != indexRuns.last && (entry.ghost != nil || entry.suspect != nil)
        }.map(\.key)
    }

    /// Applies the changes that came during the run. Those up to `current` are in the index
    /// already.
    private mutating func follow(_ later: [AcceptedChange], after current: ChangeVersion?) {
        let known = later.lastIndex { $0.changeVersion == current }.map { $0 + 1 } ?? 0
        for change in later[..<known] { note(change) }
        for change in later[known...] { follow(change) }
    }
}
