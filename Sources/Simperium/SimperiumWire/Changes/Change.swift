internal import SimperiumBytes
internal import SimperiumClock
package import SimperiumJSON

/// A client's change of an object or of a whole bucket, as the client sends it with `c`.
package struct Change: Hashable, Codable, Sendable {
    package enum Operation: Hashable, Codable, Sendable {
        /// `M` with `v`: a diff of the version that the change starts from.
        case modify(Diff)
        /// `M` with `d`, after an error: the whole object. This hub reads the diff only if `d` is
        /// not the object but a wrapper by node-simperium.
        case replace(with: JSONObject, diff: Diff? = nil)
        /// `R`: the whole object as it was in version `sv`, which the hub has lost.
        case restore(JSONObject)
        /// `-`: removes the object.
        case remove
        /// `EMPTY`: removes all objects of the bucket. The key is the bucket's name.
        case empty
        /// `DROP`: removes the bucket itself.
        case drop
    }

    package var key: ObjectKey
    package var operation: Operation
    /// The version to start from or to restore (`sv`); nil for a new object. A removal may omit it.
    package var version: EntityVersion?
    package var id: ChangeID
    /// The author, which only go-simperium sends. Nil stands for the channel's client.
    package var clientID: ClientID?

    package init(
        _ operation: Operation, key: ObjectKey, version: EntityVersion? = nil, id: ChangeID,
        clientID: ClientID? = nil
    ) {
        self.key = key
        self.operation = operation
        self.version = version
        self.id = id
        self.clientID = clientID
    }

    /// Writes the payload of `c`: one change or an array. A malformed change has only key and id.
    static func write(_ changes: [Reading], into bytes: inout [UInt8]) {
        guard changes.count == 1 else {
            return bytes.append(list: changes) { $0.write(into: &$1) }
        }
        changes[0].write(into: &bytes)
    }

    package func write(into bytes: inout [UInt8]) {
        bytes.appendObject { bytes in
            bytes.append(member: "id", text: key.text)
            bytes.append(member: "o", text: operation.code)
            bytes.append(member: "sv", number: version?.number)
            switch operation {
            case .modify(let diff): bytes.append(member: "v", diff: diff)
            case .replace(let object, let diff):
                bytes.append(member: "v", diff: diff)
                bytes.append(member: "d", object: object)
            case .restore(let object): bytes.append(member: "d", object: object)
            case .remove, .empty, .drop: break
            }
            bytes.append(member: "ccid", text: id.text)
            bytes.append(member: "clientid", text: clientID?.text)
        }
    }

    /// Creates the change that restores a version that the hub has lost. The change's id is a
    /// digest of its contents, so the hub applies it only once if several clients send it.
    package init(restoring ghost: Ghost, as key: ObjectKey) {
        let contents = JSON.array([
            JSON(key.text), JSON(ghost.version.number), JSON.object(ghost.object).withSortedMembers,
        ])
        let id = ChangeID.trappingIfInvalid(sha256(contents.utf8).hexText)
        self.init(.restore(ghost.object), key: key, version: ghost.version, id: id)
    }
}

extension Change.Reading {
    fileprivate func write(into bytes: inout [UInt8]) {
        switch self {
        case .success(let change): change.write(into: &bytes)
        case .failure(let malformed):
            bytes.appendObject { bytes in
                bytes.append(member: "id", text: malformed.key)
                bytes.append(member: "ccid", text: malformed.id?.text)
            }
        }
    }
}

extension Change.Operation {
    fileprivate var code: String {
        switch self {
        case .modify, .replace: "M"
        case .restore: "R"
        case .remove: "-"
        case .empty: "EMPTY"
        case .drop: "DROP"
        }
    }
}

extension JSON {
    /// The value with sorted members, because clients receive them in different orders.
    fileprivate var withSortedMembers: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.withSortedMembers))
        case .object(let members):
            .object(
                JSONObject(
                    members.map {
                        JSONObject.Member(name: $0.name, value: $0.value.withSortedMembers)
                    }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }))
        case .null, .bool, .number, .string: self
        }
    }
}
