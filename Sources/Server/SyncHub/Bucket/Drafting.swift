import SimperiumJSON
import SimperiumWire

/// Why a change comes to nothing.
enum DraftFlaw: Error, Hashable {
    case refused(ChangeError)
    /// The store gave back what it can't have been given.
    case damaged
}

/// All that is needed to know what a change makes of an object.
struct Drafting: Sendable {
    /// The object as it was when the change's author last saw it.
    enum Base {
        /// Its author had seen none.
        case nothing
        case present
        case earlier([UInt8])
        /// Nobody knows it any more.
        case forgotten
    }

    struct Present {
        let version: EntityVersion
        let object: JSONObject
        let bytes: Int
    }

    let change: Change
    /// Nil if there is none.
    let present: Present?
    let base: Base
    /// What the object must be like.
    let schema: Schema?
    let isOfOptions: Bool
    let isNode: Bool

    /// Whether more is gone through for it than that. Merging takes twice as long.
    func isLonger(than limit: Int) -> Bool {
        let before = present?.bytes ?? 0
        return switch (change.operation, base) {
        case (.replace(let object, let diff), _):
            object.isLonger(than: limit / 2 - before) || diff?.isLonger(than: limit) == true
        case (.modify(let diff), .earlier(let bytes)):
            diff.isLonger(than: limit / 2 - max(before, bytes.count))
        case (.modify(let diff), .nothing):
            diff.isLonger(than: limit / (before > 0 ? 2 : 1) - before)
        case (.modify(let diff), _): diff.isLonger(than: limit - before)
        case (.remove, _), (.empty, _), (.drop, _): false
        }
    }

    func result() -> Result<ChangeDraft.Result, DraftFlaw> {
        Result { () throws(DraftFlaw) in try replacement() }
    }

    /// node sends, where `d` should be, its outdated ghost in a wrapper, which must not become the
    /// object. What counts is the diff beside it. If that still does not fit, 412 makes node let go
    /// of the key: its ghost has not moved, so that its next edit brings along what was lost.
    private func replacement() throws(DraftFlaw) -> ChangeDraft.Result {
        guard isNode, case .replace(let object, let diff) = change.operation, object.isNodeWrapper
        else { return try modification(change.operation) }
        guard let diff else { throw .refused(.noEffect) }
        do throws(DraftFlaw) {
            return try modification(.modify(diff))
        } catch {
            switch error {
            case .refused(.inapplicable), .refused(.noSuchObject), .refused(.noSuchVersion):
                throw .refused(.noEffect)
            case .refused, .damaged: throw error
            }
        }
    }

    private func modification(
        _ operation: Change.Operation
    ) throws(DraftFlaw) -> ChangeDraft.Result {
        let diff = try diff(of: operation)
        guard present == nil || !diff.isEmpty else { throw .refused(.noEffect) }
        let object = try fitting { () throws(DiffError) in
            try diff.applied(to: present?.object ?? [:])
        }
        let bytes = object.utf8
        guard bytes.count <= Limits.object else { throw .refused(.tooLarge) }
        guard schema?.allows(object) ?? true else { throw .refused(.invalid) }
        guard !isOfOptions || BucketOptions.flaw(in: object) == nil else {
            throw .refused(.invalid)
        }
        return .object(object, bytes: bytes, by: diff)
    }
}

extension Drafting {
    /// The diff that a change amounts to, now that the object is what it is: in operations that all
    /// clients understand, and each with an effect.
    private func diff(of operation: Change.Operation) throws(DraftFlaw) -> Diff {
        guard let present else { return try creation(operation) }
        let object = try object(of: base, replacedBy: operation, present)
        let isCurrent = if case .present = base { true } else { false }
        let theirs = isCurrent ? Diff() : Diff(from: object, to: present.object)
        return try rebased(operation, over: theirs, base: object)
    }

    /// A whole object is welcome whatever version it claims to start from: its author comes from
    /// an error 404.
    private func creation(_ operation: Change.Operation) throws(DraftFlaw) -> Diff {
        // As a part of a URL they are taken for steps, and nobody could ask for the object.
        guard ![".", ".."].contains(change.key.text) else { throw .refused(.invalid) }
        switch operation {
        case .replace: break
        case .modify, .remove, .empty, .drop:
            guard change.version == nil else { throw .refused(.noSuchObject) }
        }
        return try rebased(operation, over: Diff(), base: [:])
    }

    /// What the author had before it. A client that creates what is there already had nothing.
    ///
    /// A whole object whose beginnings are forgotten overwrites the present one, or its author
    /// would try for ever.
    private func object(
        of base: Base, replacedBy operation: Change.Operation, _ present: Present
    ) throws(DraftFlaw) -> JSONObject {
        switch (base, operation) {
        case (.nothing, _): return [:]
        case (.present, _): return present.object
        case (.earlier(let bytes), _):
            guard let object = try? MissingFact.parsed(bytes) else { throw .damaged }
            return object
        case (.forgotten, .replace): return present.object
        case (.forgotten, _): throw .refused(.noSuchVersion)
        }
    }

    private func rebased(
        _ operation: Change.Operation, over theirs: Diff, base: JSONObject
    ) throws(DraftFlaw) -> Diff {
        try fitting { () throws(DiffError) in
            switch operation {
            case .modify(let diff): try diff.rebased(over: theirs, base: base)
            case .replace(let object, _):
                try Diff(from: base, to: object).rebased(over: theirs, base: base)
            case .remove, .empty, .drop: Diff()
            }
        }
    }

    /// A diff that does not fit is the author's mistake.
    private func fitting<Value>(
        _ work: () throws(DiffError) -> Value
    ) throws(DraftFlaw) -> Value {
        do throws(DiffError) { return try work() } catch { throw .refused(.inapplicable) }
    }
}

extension JSONObject {
    fileprivate var isNodeWrapper: Bool {
        count == 2 && self["version"]?.int != nil && self["data"]?.object != nil
    }
}
