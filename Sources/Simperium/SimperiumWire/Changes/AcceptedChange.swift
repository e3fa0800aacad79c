package import SimperiumJSON

/// A change that the hub has accepted and numbered. Every client receives it, including the author.
package struct AcceptedChange: Hashable, Sendable {
    package enum ChangeEffect: Hashable, Sendable {
        /// `M`: the diff changes version `from` into `to`. `from` is nil for a creation. `to` may
        /// skip numbers, because a hub may combine several changes.
        case modified(Diff, from: EntityVersion?, to: EntityVersion)
        /// `-`: a removal. The version is nil if the hub did not send it.
        case removed(at: EntityVersion?)
        /// `EMPTY`: sent only to its author. The other clients receive a removal of each object.
        case emptied
        /// `M` with a diff that can't be read. The client must request this version.
        case unreadable(EntityVersion)
        /// An operation that this client does not support. The change still moves the cursor.
        case other(String)
    }

    package let effect: ChangeEffect
    package let key: ObjectKey
    /// The bucket's change version after this change (`cv`).
    package var changeVersion: ChangeVersion
    /// The ids of the clients' changes that this change combines.
    package let changeIDs: [ChangeID]
    /// The author; nil if the hub did not send it.
    package let clientID: ClientID?

    package init(
        _ effect: ChangeEffect, key: ObjectKey, changeVersion: ChangeVersion, changeIDs: [ChangeID],
        clientID: ClientID
    ) {
        self.effect = effect
        self.key = key
        self.changeVersion = changeVersion
        self.changeIDs = changeIDs
        self.clientID = clientID
    }

    /// Reads an entry; nil if the key, the change version or the operation is missing or invalid,
    /// or if `M` has no valid version.
    init?(_ outline: JSONOutline, in text: Span<UInt8>) {
        guard let key = outline.string(.key, in: text).flatMap(ObjectKey.init),
            let changeVersion = outline.changeVersion(in: text),
            let effect = ChangeEffect(outline, in: text)
        else { return nil }
        self.effect = effect
        self.key = key
        self.changeVersion = changeVersion
        changeIDs = outline.changeIDs(in: text)
        clientID = outline.string(.author, in: text).flatMap(ClientID.init)
    }

    package func write(into bytes: inout [UInt8]) {
        bytes.appendObject { write(into: &$0, id: key.text) }
    }

    /// Writes the change as the HTTP call `all` returns it, with the user's id before the key. A
    /// nil name or object is left out. After a removal, pass null as the object.
    package func write(
        into bytes: inout [UInt8], of user: UserID, named name: UserName?, object: JSON?
    ) {
        bytes.appendObject { bytes in
            write(into: &bytes, id: "\(user)/\(key.text)")
            bytes.append(member: "username", text: name?.text)
            guard let object else { return }
            bytes.append(unescapedMemberName: "d")
            bytes.append(json: object)
        }
    }

    /// Returns the bytes that every change by this client begins with, as written by
    /// `write(into:)`.
    package static func encodedPrefix(by client: ClientID) -> [UInt8] {
        var bytes = Array("{".utf8)
        bytes.append(member: "clientid", text: client.text)
        return bytes
    }

    /// Writes the members that all clients need. Android drops an entry without an array `ccids`.
    private func write(into bytes: inout [UInt8], id: String) {
        bytes.append(member: "clientid", text: clientID?.text)
        bytes.append(member: "id", text: id)
        bytes.append(member: "o", text: effect.code)
        bytes.append(member: "v", diff: effect.diff)
        bytes.append(member: "sv", number: effect.source?.number)
        bytes.append(member: "ev", number: effect.version?.number)
        bytes.append(member: "cv", text: changeVersion.text)
        bytes.append(member: "ccids", names: changeIDs)
    }
}

extension AcceptedChange.ChangeEffect {
    fileprivate init?(_ outline: JSONOutline, in text: Span<UInt8>) {
        let version = outline.wholeNumber(.newVersion, in: text).flatMap(EntityVersion.init)
        switch outline.string(.operation, in: text) {
        case "M":
            guard let version else { return nil }
            self = Self.modifiedOrUnreadable(outline, to: version, in: text)
        case "-": self = .removed(at: version)
        case "EMPTY": self = .emptied
        case let other?: self = .other(other.byteLimitedPrefix(upTo: Limits.quotation))
        case nil: return nil
        }
    }

    private static func modifiedOrUnreadable(
        _ outline: JSONOutline, to version: EntityVersion, in text: Span<UInt8>
    ) -> Self {
        do throws(WireError) {
            guard let diff = try outline.diff(in: text) else { return .unreadable(version) }
            return .modified(diff, from: try outline.sourceVersion(in: text), to: version)
        } catch {
            return .unreadable(version)
        }
    }

    fileprivate var code: String {
        switch self {
        case .modified, .unreadable: "M"
        case .removed: "-"
        case .emptied: "EMPTY"
        case .other(let code): code
        }
    }

    fileprivate var diff: Diff? {
        if case .modified(let diff, _, _) = self { diff } else { nil }
    }

    fileprivate var source: EntityVersion? {
        if case .modified(_, let source, _) = self { source } else { nil }
    }

    /// The object's version after the change; nil if the change contains none.
    package var version: EntityVersion? {
        switch self {
        case .modified(_, _, let version), .unreadable(let version): version
        case .removed(let version): version
        case .emptied, .other: nil
        }
    }
}

/// An entry of a hub's `c` message: an accepted or a refused change.
package enum HubChangeListEntry: Hashable, Sendable {
    case accepted(AcceptedChange)
    case refused(RefusedChange)
    /// An unreadable entry. A client moves its cursor to the change version, if there is one.
    case unreadable(ChangeVersion?)

    /// Reads the payload of `c`. An unreadable entry does not affect the other entries.
    package static func parseList(_ text: Span<UInt8>) throws(WireError) -> [HubChangeListEntry] {
        var entries: [HubChangeListEntry] = []
        try JSONCursor.eachOutline(in: text, .fromHub) {
            entries.append(HubChangeListEntry($0, in: text))
        }
        return entries
    }

    private init(_ outline: JSONOutline, in text: Span<UInt8>) {
        if let refused = RefusedChange(outline, in: text) {
            self = .refused(refused)
        } else if let accepted = AcceptedChange(outline, in: text) {
            self = .accepted(accepted)
        } else {
            self = .unreadable(outline.changeVersion(in: text))
        }
    }

    package static func write(_ entries: [HubChangeListEntry], into bytes: inout [UInt8]) {
        bytes.append(list: entries) { $0.write(into: &$1) }
    }

    package func write(into bytes: inout [UInt8]) {
        switch self {
        case .accepted(let change): change.write(into: &bytes)
        case .refused(let change): change.write(into: &bytes)
        case .unreadable(let changeVersion):
            bytes.appendObject { $0.append(member: "cv", text: changeVersion?.text) }
        }
    }
}

extension JSONOutline {
    func changeVersion(in text: Span<UInt8>) -> ChangeVersion? {
        string(.changeVersion, in: text).flatMap(ChangeVersion.init)
    }
}
