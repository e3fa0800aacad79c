internal import SimperiumJSON
internal import SimperiumWire

extension Statement {
    borrowing func object() throws(StorageError) -> StoredReplicaObject {
        StoredReplicaObject(
            ghost: try ghost(), draft: try bytes(in: 3).map(DraftObjectOrRemoval.read),
            turn: number(in: 4), refusal: number(in: 5) == 0 ? nil : number(in: 5),
            suspect: try versionIfAny(in: 6))
    }

    private borrowing func ghost() throws(StorageError) -> Ghost? {
        guard let version = try versionIfAny(in: 1) else { return nil }
        return Ghost(version: version, object: try json(in: 2))
    }

    borrowing func changeInFlight() throws(StorageError) -> ChangeInFlight {
        let change = Change(
            try operation(), key: try name(in: 6), version: try versionIfAny(in: 7),
            id: try name(in: 8), clientID: try nameIfAny(in: 9))
        return ChangeInFlight(
            change, base: try versionIfAny(in: 2),
            outcome: isNull(3) ? nil : try json(in: 3), turn: try count(in: 1),
            isApplied: number(in: 4) != 0)
    }

    borrowing func bind(_ flight: ChangeInFlight) throws(StorageError) {
        let change = flight.change
        try bind(flight.turn, at: 3)
        try bind(flight.base?.number, at: 4)
        try bind(flight.outcome?.utf8, at: 5)
        try bind(flight.isApplied ? 1 : 0, at: 6)
        try bind(change.operation.code.rawValue, at: 7)
        try bind(change.key, at: 8)
        try bind(change.version?.number, at: 9)
        try bind(change.id, at: 10)
        try bind(change.clientID?.text, at: 11)
        try bind(change.operation.diff?.utf8, at: 12)
        try bind(change.operation.object?.utf8, at: 13)
    }

    private borrowing func operation() throws(StorageError) -> Change.Operation {
        switch StoredOperationCode(rawValue: try count(in: 5)) {
        case .modify: .modify(try diff())
        case .replace: .replace(with: try json(in: 11), diff: isNull(10) ? nil : try diff())
        case .remove: .remove
        case .empty: .empty
        case .drop: .drop
        case .restore: .restore(try json(in: 11))
        case nil: throw .implausible
        }
    }

    private borrowing func diff() throws(StorageError) -> Diff {
        let json = JSON.object(try json(in: 10))
        do throws(DiffError) { return try Diff(json) } catch { throw .implausible }
    }

    private borrowing func json(in column: Int32) throws(StorageError) -> JSONObject {
        try JSONObject(kept: try requiredBytes(in: column))
    }

    private borrowing func versionIfAny(in column: Int32) throws(StorageError) -> EntityVersion? {
        isNull(column) ? nil : try version(in: column)
    }
}

/// The stored number of a change's operation. The numbers must not change.
private enum StoredOperationCode: Int {
    case modify = 1
    case replace = 2
    case remove = 3
    case empty = 4
    case drop = 5
    case restore = 6
}

extension Change.Operation {
    fileprivate var code: StoredOperationCode {
        switch self {
        case .modify: .modify
        case .replace: .replace
        case .remove: .remove
        case .empty: .empty
        case .drop: .drop
        case .restore: .restore
        }
    }

    fileprivate var diff: Diff? {
        switch self {
        case .modify(let diff): diff
        case .replace(_, let diff): diff
        case .restore, .remove, .empty, .drop: nil
        }
    }

    fileprivate var object: JSONObject? {
        switch self {
        case .replace(let object, _), .restore(let object): object
        case .modify, .remove, .empty, .drop: nil
        }
    }
}

extension Diff {
    fileprivate var utf8: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(json: self)
        return bytes
    }
}

extension DraftObjectOrRemoval {
    var bytes: [UInt8] {
        switch self {
        case .object(let object): object.utf8
        case .removal: []
        }
    }

    fileprivate static func read(_ bytes: [UInt8]) throws(StorageError) -> DraftObjectOrRemoval {
        bytes.isEmpty ? .removal : .object(try JSONObject(kept: bytes))
    }
}

extension JSONObject {
    /// Reads an object that this program wrote. The object may have any length, and any depth up to
    /// `JSONLimits.deepest`.
    fileprivate init(kept bytes: [UInt8]) throws(StorageError) {
        let limits = JSONLimits(bytes: .max, depth: JSONLimits.deepest)
        guard let object = try? JSON(parsing: bytes, limits: limits).object else {
            throw .implausible
        }
        self = object
    }
}
