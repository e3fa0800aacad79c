import SimperiumJSON
import SimperiumWire

enum DraftFlaw: Error, Hashable {
    case refused(ChangeRefusalReason)
    /// The store returned invalid data.
    case damaged
}

/// The data that is needed to compute a change's effect on an object, on any thread.
struct DraftInput: Sendable {
    /// The version of the object that the author started from.
    enum BaseVersion {
        /// The change names no version, or the object does not exist.
        case nothing
        case present
        case earlier([UInt8])
        /// The version is no longer stored, or a diff from it may already have been applied.
        case forgotten
        /// The version is lost. The common part of the current object and the author's object
        /// replaces it.
        case common
    }

    /// The stored object before the change. Its size helps to estimate the work of a merge.
    struct StoredObjectWithSize {
        let object: JSONObject
        let bytes: Int
    }

    let change: Change
    let present: StoredObjectWithSize?
    let base: BaseVersion
    let schema: Schema?
    let isOfOptions: Bool
    let isNode: Bool

    /// Returns true if roughly more than `limit` bytes must be processed. A merge counts twice. An
    /// edited object counts for a quarter of its size, because most of it is only copied.
    func needsMoreProcessing(than limit: Int) -> Bool {
        let before = present?.bytes ?? 0
        return switch (change.operation, base) {
        case (.replace(let object, let diff), _):
            object.isRoughlyLonger(than: limit / 2 - before)
                || diff?.isRoughlyLonger(than: limit) == true
        case (.modify(let diff), .earlier(let bytes)):
            diff.isRoughlyLonger(than: limit / 2 - max(before, bytes.count))
        case (.modify(let diff), .nothing):
            diff.isRoughlyLonger(than: limit / (before > 0 ? 2 : 1) - before)
        case (.modify(let diff), .present): diff.isRoughlyLonger(than: limit - before / 4)
        case (.modify(let diff), .forgotten), (.modify(let diff), .common):
            diff.isRoughlyLonger(than: limit - before)
        case (.restore, _), (.remove, _), (.empty, _), (.drop, _): false
        }
    }

    func result() -> Result<ChangeDraft.ContentAfterChange, DraftFlaw> {
        Result { () throws(DraftFlaw) in try resultRepairingNodeSimperiumChange() }
    }

    /// Computes the result of a change. A change of node-simperium is repaired first.
    ///
    /// In `d`, node-simperium sends a wrapper around its outdated ghost instead of the object. The
    /// wrapper must not become the object, so only the diff beside it counts. If the diff doesn't
    /// apply, error 412 makes node-simperium drop the key's change. The client's ghost stays the
    /// same, so the client's next edit contains the dropped one.
    private func resultRepairingNodeSimperiumChange() throws(DraftFlaw)
        -> ChangeDraft.ContentAfterChange
    {
        guard isNode, case .replace(let object, let diff) = change.operation, object.isNodeWrapper
        else { return try checkedResult(change.operation) }
        guard let diff else { throw .refused(.noEffect) }
        do throws(DraftFlaw) {
            return try checkedResult(.modify(diff))
        } catch {
            switch error {
            case .refused(.inapplicable), .refused(.noSuchObject), .refused(.noSuchVersion):
                throw .refused(.noEffect)
            case .refused, .damaged: throw error
            }
        }
    }

    private func checkedResult(
        _ operation: Change.Operation
    ) throws(DraftFlaw) -> ChangeDraft.ContentAfterChange {
        let diff = try diff(of: operation)
        guard present == nil || !diff.isEmpty else { throw .refused(.noEffect) }
        let object = try refusingInapplicable { () throws(DiffError) in
            try diff.applied(to: present?.object ?? [:])
        }
        let bytes = object.utf8
        guard bytes.count <= Limits.object else { throw .refused(.tooLarge) }
        guard schema?.allows(object) ?? true else { throw .refused(.invalid) }
        if isOfOptions, BucketOptions.flaw(in: object, since: present?.object ?? [:]) != nil {
            throw .refused(.invalid)
        }
        return .object(object, bytes: bytes, by: diff)
    }
}

extension DraftInput {
    /// Returns the diff from the current object to the result, in operations that all clients
    /// understand. The diff contains no operation without an effect.
    private func diff(of operation: Change.Operation) throws(DraftFlaw) -> Diff {
        guard let present else { return try creatingDiff(operation) }
        let object = try startingObject(of: base, replacedBy: operation, present)
        let isCurrent = if case .present = base { true } else { false }
        let theirs = isCurrent ? Diff() : Diff(from: object, to: present.object)
        return try rebased(operation, over: theirs, base: object)
    }

    /// Returns the diff that creates an object. A diff that names a version is refused with error
    /// 404. A whole object may name any version, because a client sends it after that error.
    private func creatingDiff(_ operation: Change.Operation) throws(DraftFlaw) -> Diff {
        switch operation {
        case .replace: break
        case .modify, .restore, .remove, .empty, .drop:
            guard change.version == nil else { throw .refused(.noSuchObject) }
        }
        return try rebased(operation, over: Diff(), base: [:])
    }

    /// Returns the object that the author started from; empty if the change names no version,
    /// because the client tried to create the object.
    ///
    /// A whole object from a forgotten version overwrites the current object. Otherwise the client
    /// would retry forever. A diff from a forgotten version is refused with error 405.
    private func startingObject(
        of base: BaseVersion, replacedBy operation: Change.Operation,
        _ present: StoredObjectWithSize
    ) throws(DraftFlaw) -> JSONObject {
        switch (base, operation) {
        case (.nothing, _): return [:]
        case (.present, _): return present.object
        case (.earlier(let bytes), _):
            guard let object = try? SuspensionReason.parsed(bytes) else { throw .damaged }
            return object
        case (.forgotten, .replace): return present.object
        case (.common, .replace(let object, _)): return present.object.commonPart(with: object)
        case (.forgotten, _), (.common, _): throw .refused(.noSuchVersion)
        }
    }

    private func rebased(
        _ operation: Change.Operation, over theirs: Diff, base: JSONObject
    ) throws(DraftFlaw) -> Diff {
        try refusingInapplicable { () throws(DiffError) in
            switch operation {
            case .modify(let diff): try diff.rebased(over: theirs, base: base)
            case .replace(let object, _):
                try Diff(from: base, to: object).rebased(over: theirs, base: base)
            case .restore, .remove, .empty, .drop: Diff()
            }
        }
    }

    private func refusingInapplicable<Value>(_ work: () throws(DiffError) -> Value)
        throws(DraftFlaw) -> Value
    {
        do throws(DiffError) { return try work() } catch { throw .refused(.inapplicable) }
    }
}

extension JSONObject {
    fileprivate var isNodeWrapper: Bool {
        count == 2 && self["version"]?.int != nil && self["data"]?.object != nil
    }
}
