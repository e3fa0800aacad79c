/// A change to a shared object on its way to those with whom it is shared. It lies with the owner's
/// log, written with the change and in the same step, until all of them have it in theirs.
package struct Parcel: Hashable, Codable, Sendable {
    package enum Kind: Hashable, Codable, Sendable {
        case change
        case removal
        /// The object as it is, for who sees it from now on.
        case beginning
    }

    /// Where the owner's log has it, which is the order in which parcels arrive.
    package let place: Ordinal
    package let key: ObjectKey
    package let kind: Kind
    /// The object's from then on.
    package let version: EntityVersion
    /// Who made it.
    package let author: UserID
    /// The change as the owner's clients hear it.
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

/// How far a user's log has followed one owner's, which is said with what comes of it.
package struct ParcelMark: Hashable, Codable, Sendable {
    package let owner: UserID
    package let place: Ordinal

    package init(of owner: UserID, at place: Ordinal) {
        self.owner = owner
        self.place = place
    }
}

/// As an engine keeps it under its place: one line of words, of which the last are the recipients,
/// and the entry. None of them has a blank.
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
