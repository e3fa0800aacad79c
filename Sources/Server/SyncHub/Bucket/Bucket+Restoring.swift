import SimperiumJSON
import SimperiumWire

/// Restoration of objects that the store lost, because it was restored from an older copy. Clients
/// that have these objects send them again.
///
/// A client's lost cursor is an ordinal that the log no longer contains. The ordinals rise with
/// time. So the client has seen the log's changes before the lost cursor, and all later changes
/// were made after the copy came into use.
extension Bucket {
    /// Returns true if the log reaches back to the ordinal but does not contain it.
    func isMissingFromLog(_ ordinal: SequenceNumber) throws(SuspensionReason) -> Bool {
        guard try !isInHistory(ordinal) else { return false }
        return ordinal > (try floorOfLog())
    }

    /// Returns the ordinal that the log reaches back to. Asks the store, because the store prunes a
    /// long log on its own.
    private func floorOfLog() throws(SuspensionReason) -> SequenceNumber {
        max(contents.state.floor, try storedBucket().floor)
    }

    /// Converts a change that restores a lost version into a change with the whole object, or
    /// returns the reason to refuse the change. `next` is the version that follows the current one.
    ///
    /// The object keeps the number of its lost version, so that clients with later versions know
    /// that theirs are later. If the object was edited after the copy came into use, the lost edits
    /// are merged into a higher version.
    func restorationOfLostVersion(
        of object: JSONObject, by change: Change, on entity: CachedEntity?, next: EntityVersion,
        since cursor: SequenceNumber?, _ limits: HubLimits
    ) throws(SuspensionReason) -> Result<LostVersionReplacement, ChangeRefusalReason> {
        guard let cursor, let lost = change.version else { return .failure(.invalid) }
        guard lost.number - next.number <= Limits.skippedVersions else {
            return .failure(.noSuchVersion)
        }
        var change = change
        change.operation = .replace(with: object)
        change.version = nil
        guard let entity else {
            return .success(LostVersionReplacement(change: change, version: max(lost, next)))
        }
        let hasChanged = entity.stored.changed > cursor
        guard !entity.stored.isRemoved else {
            guard !hasChanged, lost >= next else { return .failure(.noSuchObject) }
            return .success(LostVersionReplacement(change: change, version: lost))
        }
        change.version = entity.stored.version
        if hasChanged {
            // The author may have missed the acknowledgement and sent the edit again.
            guard try content(of: lost, of: entity) != object else { return .failure(.noEffect) }
            // The merged version must be above the lost one. Otherwise the author of the lost
            // version would mistake the merged version for the lost one.
            let next = max(next, lost.next)
            if let merged = entity.merged {
                guard merged.version < lost else { return .failure(.noEffect) }
                return .success(
                    LostVersionReplacement(
                        change: change, version: next, base: .earlier(merged.object.utf8)))
            }
            if let base = try versionBeforeFirstEdit(of: entity, since: cursor, limits) {
                guard base < lost.number else { return .failure(.noEffect) }
                // A client that did not know the lost object created it again. So the two objects
                // have no common version in the store.
                if base == 0 {
                    return .success(
                        LostVersionReplacement(change: change, version: next, base: .common))
                }
                change.version = EntityVersion(base)
                return .success(LostVersionReplacement(change: change, version: next))
            }
        }
        guard lost >= next else { return .failure(.noEffect) }
        return .success(LostVersionReplacement(change: change, version: lost))
    }

    /// Remembers a lost version that was merged; does nothing after any other change. If another
    /// client restores a later version, only the difference between the two versions is merged.
    mutating func recordMergedLostVersion(by change: Change, _ limits: MemoryLimits) {
        guard case .restore(let object) = change.operation, let lost = change.version,
            contents.entities.versionAndSize(of: change.key)?.version != lost
        else { return }
        let ghost = Ghost(version: lost, object: object)
        contents.entities.recordMerged(ghost, of: change.key, limits)
    }

    /// Returns the number of the version before the object's first edit after a lost cursor; zero
    /// if that edit created the object. Returns nil if there was no edit, if there are too many
    /// changes to search, or if the log does not reach back to the cursor. A restoration is not an
    /// edit.
    private func versionBeforeFirstEdit(
        of entity: CachedEntity, since cursor: SequenceNumber, _ limits: HubLimits
    ) throws(SuspensionReason) -> Int? {
        for change in try changes(sinceLostCursor: cursor, limits)
        where change.key == entity.stored.key {
            if try !isRestoration(change, of: entity) { return change.version.number - 1 }
        }
        return nil
    }

    /// Returns true if the change has only restored a lost version.
    private func isRestoration(
        _ change: StoredChange, of entity: CachedEntity
    ) throws(SuspensionReason) -> Bool {
        guard let object = try content(of: change.version, of: entity) else { return false }
        let ghost = Ghost(version: change.version, object: object)
        return Change(restoring: ghost, as: change.key).id == change.changeID
    }

    /// Returns the object at a version; nil if the version is not stored.
    private func content(
        of version: EntityVersion, of entity: CachedEntity
    ) throws(SuspensionReason) -> JSONObject? {
        guard version != entity.stored.version else { return entity.object }
        return try objectBytes(at: version, before: entity.stored).map(SuspensionReason.parsed)
    }

    /// Returns the changes after a cursor that is not in the log. The slice is empty if there are
    /// too many changes, or if the log does not reach back to the cursor.
    ///
    /// The search starts at the last change before the cursor that is still some object's last
    /// change.
    private func changes(
        sinceLostCursor cursor: SequenceNumber, _ limits: HubLimits
    ) throws(SuspensionReason) -> ArraySlice<StoredChange> {
        let floor = try floorOfLog()
        guard floor < cursor else { return [] }
        let slice = IndexSliceQuery(
            .newestFirst, below: cursor, hasObjects: false, atMost: StoreAnswerLimit(entries: 1))
        let last = try index(slice).entities.first?.changed ?? floor
        let changes = try historyWithinLimits(after: max(last, floor), limits) ?? []
        return changes.drop { $0.ordinal < cursor }
    }
}

/// A change that restores a lost version, converted into a change with the whole object.
struct LostVersionReplacement {
    let change: Change
    let version: EntityVersion
    /// The object that the lost edits were made to; nil for the version that `change` names.
    var base: DraftInput.BaseVersion?
}
