internal import SimperiumJSON
internal import SimperiumWire

/// Reading the whole index: at the first sync, and if changes are not enough to get in sync.
extension ReplicaBucket {
    private static let mostPagesWithoutNewObjects = 3
    private static let mostIndexScans = 3
    /// The maximum number of changes that are kept until the index is complete.
    private static let mostPostponed = 10_000

    var firstPage: ClientCommand {
        .index(IndexRequest(hasObjects: true, limit: indexScans.pageLimit))
    }

    /// Starts another scan of the index and returns true. Returns false if the bucket is neither
    /// live nor catching up, or if this connection has reached the limit of scans.
    @discardableResult
    mutating func restartIndexingIfAllowed() -> Bool {
        guard stage == .live || isCatchingUp, connection.indexScanCount < Self.mostIndexScans
        else { return false }
        prepareIndexing()
        sendAwaitingAnswer(firstPage)
        return true
    }

    /// Prepares for an index scan. The caller requests the first page, unless `init` has done so.
    ///
    /// Clears the cursor, unless the hub has lost objects. With the cursor, the hub can report the
    /// loss again if the connection breaks before the objects are restored.
    mutating func prepareIndexing() {
        stage = .indexing
        connection.indexScanCount += 1
        connection.index = IndexScan()
        connection.pendingLoads = [:]
        connection.awaitsChanges = false
        indexScans.advanceScanNumber()
        if connection.resending == nil { moveCursor(to: nil) }
        if !notified.isIndexing {
            notified.isIndexing = true
            notify(.willIndex)
        }
    }

    /// Keeps a change until the index is complete; drops all changes above the limit. If the change
    /// restores a lost object and no change is postponed, only advances the scan's version.
    mutating func postponeUntilIndexed(_ change: AcceptedChange) {
        // While no change of another client is postponed, the scan's version can advance past this
        // change.
        if recordIfRestored(change), connection.index.postponed.isEmpty {
            return connection.index.current = change.changeVersion
        }
        if connection.index.postponed.count >= Self.mostPostponed {
            connection.index.hasDroppedChanges = true
        }
        if !connection.index.hasDroppedChanges { connection.index.postponed.append(change) }
    }

    mutating func receivePage(_ page: IndexPage) {
        if stage == .awaitingPageAfterChanges { return finishCatchingUp() }
        // Otherwise, the page answers no index request of this scan.
        guard stage == .indexing else { return }
        connection.requestedAt = nil
        if connection.index.current == nil { connection.index.current = page.current }
        var isBarren = true
        for entry in page.entries where applyFirstListing(entry) { isBarren = false }
        connection.index.pagesWithoutNewObjects =
            isBarren ? connection.index.pagesWithoutNewObjects + 1 : 0
        guard let mark = page.mark else { return finishPagesAndRemoveUnlisted(isComplete: true) }
        guard connection.index.pagesWithoutNewObjects < Self.mostPagesWithoutNewObjects else {
            notify(.error(.endlessIndex))
            return finishPagesAndRemoveUnlisted(isComplete: false)
        }
        sendAwaitingAnswer(
            .index(IndexRequest(hasObjects: true, mark: mark, limit: indexScans.pageLimit)))
    }

    /// Applies an index entry and returns true. If the hub's state differs, adds, replaces, loads
    /// or restores the object. Returns false if this scan has already listed the object.
    private mutating func applyFirstListing(_ listed: IndexPage.ListedObject) -> Bool {
        let key = listed.key
        guard let present = objects.entries[key] else {
            addUnknownObject(listed)
            return true
        }
        guard present.lastScan != indexScans.number else { return false }
        let isLost = queueIfLost(key, listed: listed)
        objects.entries[key, default: ObjectEntry()].lastScan = indexScans.number
        guard !isLost else { return true }
        let known = objects.entries[key]
        // An object that was removed and inserted again may have the version of the earlier object.
        if let known, known.ghost?.version == listed.version, known.pending.reloadVersion == nil,
            listed.object == nil || listed.object == known.ghost?.object
        {
            return true
        }
        if let ghost = listed.ghost, knowsWhetherApplied(objects.inFlight[key], in: ghost) {
            adoptGhostCompletingFlight(ghost, as: key, .index)
        } else {
            markAndReloadIfPossible(key, listed.version)
        }
        return true
    }

    /// Adds an object that this client does not have. If the entry contains no data, marks the
    /// object to be loaded. Searches the table as rarely as possible, because the first sync has
    /// only such objects.
    private mutating func addUnknownObject(_ listed: IndexPage.ListedObject) {
        var entry = ObjectEntry()
        entry.lastScan = indexScans.number
        entry.ghost = listed.ghost
        if entry.ghost == nil {
            objects.entries[listed.key] = entry
            markAndReloadIfPossible(listed.key, listed.version)
        } else {
            putEntryOrRemoveBlank(entry, as: listed.key)
            notifyOfChange(of: listed.key, from: nil, to: listed.object, .index)
        }
    }

    /// Starts to send lost objects again after the last page. If the index is complete, first
    /// removes the objects that it does not list, except those that the hub has lost.
    private mutating func finishPagesAndRemoveUnlisted(isComplete: Bool) {
        indexScans.resetPageLimit()
        stage = .resending
        if isComplete {
            for key in unlisted.sortedKeys() where !queueIfLost(key, listed: nil) {
                applyRemoteRemoval(key, .index)
            }
        }
        continueOrFinishResending()
    }

    /// Ends the scan and the resending, and moves the cursor. Then applies the postponed changes
    /// and makes the bucket live. If changes were dropped, gives up the connection instead.
    mutating func finishIndexingAfterResending() {
        let index = connection.index
        connection.index = IndexScan()
        connection.resending = nil
        stage = .catchingUp
        moveCursor(to: index.current)
        notified.isIndexing = false
        notify(.didIndex(index.current))
        // The next connection begins with all changes since the index.
        guard !index.hasDroppedChanges else { return gathered.effects.append(.giveUp(.outpaced)) }
        applyPostponed(index.postponed, after: index.current)
        finishCatchingUp()
    }

    /// The keys of the objects that the hub had, but that this scan did not list.
    private var unlisted: some Sequence<ObjectKey> {
        objects.entries.lazy.filter { _, entry in
            entry.lastScan != indexScans.number
                && (entry.ghost != nil || entry.pending.reloadVersion != nil)
        }.map(\.key)
    }

    /// Applies the postponed changes. Changes up to `current` are already in the index, so they can
    /// only mark changes in flight as applied.
    private mutating func applyPostponed(_ later: [AcceptedChange], after current: ChangeVersion?) {
        let known = later.lastIndex { $0.changeVersion == current }.map { $0 + 1 } ?? 0
        for change in later[..<known] { markAppliedIfInFlight(change) }
        for change in later[known...] { applyAndMoveCursor(change) }
    }
}
