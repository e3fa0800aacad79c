/// An outbox entry: a change to a shared object on its way to the users that it is shared with. It
/// is written with the change, atomically, and stays in the owner's outbox until all of them have
/// it in their logs.
package struct Parcel: Hashable, Codable, Sendable {
    package enum Kind: Hashable, Codable, Sendable {
        case change
        case removal
        /// The whole object, for a user who sees it from now on.
        case beginning
    }

    /// The position in the owner's log. Entries are delivered in this order.
    package let place: Ordinal
    package let key: ObjectKey
    package let kind: Kind
    /// The object's version after the change.
    package let version: EntityVersion
    /// The user who made the change.
    package let author: UserID
    /// The change in the form that the owner's clients receive.
    package let entry: [UInt8]
    package let recipients: [UserID]

    package init(
        _ kind: Kind, of key: ObjectKey, at place: Ordinal, becoming version: EntityVersion,
        by author: UserID, _ entry: [UInt8], to recipients: [UserID]
    ) {
        self.place = place
        self.key = key
        self.kind = kind
        self.version = version
        self.author = author
        self.entry = entry
        self.recipients = recipients
    }
}

/// A replication checkpoint: the position in an owner's log that a user's log has followed up to.
/// It is written together with the changes that follow from it.
package struct ReplicationCheckpoint: Hashable, Codable, Sendable {
    package let owner: UserID
    package let place: Ordinal

    package init(of owner: UserID, at place: Ordinal) {
        self.owner = owner
        self.place = place
    }
}

/// The form in Redis: a line of words without spaces, the last of them the recipients, and then the
/// change's entry.
extension Parcel {
    package var bytes: [UInt8] {
        let words = [key.text, kind.word, String(version.number), author.text]
        let line = (words + recipients.map(\.text)).joined(separator: " ")
        return Array(line.utf8) + [UInt8(ascii: "\n")] + entry
    }

    package init?(at place: Ordinal, _ bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
            .map(String.init)
        guard words.count > 4, let key = ObjectKey(words[0]), let kind = Kind(word: words[1]),
            let version = Int(words[2]).flatMap(EntityVersion.init), let author = UserID(words[3])
        else { return nil }
        let recipients = words[4...].compactMap { UserID($0) }
        guard recipients.count == words.count - 4 else { return nil }
        self.init(
            kind, of: key, at: place, becoming: version, by: author,
            Array(bytes[(end + 1)...]), to: recipients)
    }
}

extension Parcel.Kind {
    fileprivate var word: String {
        switch self {
        case .change: "M"
        case .removal: "-"
        case .beginning: "+"
        }
    }

    fileprivate init?(word: String) {
        switch word {
        case "M": self = .change
        case "-": self = .removal
        case "+": self = .beginning
        default: return nil
        }
    }
}
