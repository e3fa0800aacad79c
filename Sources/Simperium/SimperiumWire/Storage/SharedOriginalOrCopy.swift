/// The role of a shared object: the owner's original, with its recipients, or a recipient's copy.
package enum SharedOriginalOrCopy: Hashable, Codable, Sendable {
    /// The owner shares the object with these users, in the order that they were added.
    case shared(with: [SharingRecipient])
    /// The object is a copy of this other user's object.
    case mirror(of: UserID)

    /// Creates the role of an original that is shared with these users; returns nil if the list is
    /// empty.
    package init?(with sharers: [SharingRecipient]) {
        guard !sharers.isEmpty else { return nil }
        self = .shared(with: sharers)
    }

    package var isMirror: Bool {
        if case .mirror = self { true } else { false }
    }
}

/// A user that an object's owner shares the object with.
package struct SharingRecipient: Hashable, Codable, Sendable {
    package let user: UserID
    package let mayWrite: Bool
    /// The number of the last change to the object's copy, in the bucket of `user`.
    package let followed: SequenceNumber

    package init(_ user: UserID, mayWrite: Bool, followed: SequenceNumber) {
        self.user = user
        self.mayWrite = mayWrite
        self.followed = followed
    }
}

/// The stored form: `=USER` for a copy of that user's object; otherwise a line for each recipient,
/// such as `USER w 000000010000000000000003`. No user id contains a space.
extension SharedOriginalOrCopy {
    package var text: String {
        switch self {
        case .mirror(let owner): "=\(owner.text)"
        case .shared(let sharers):
            sharers.map { sharer in
                let right = sharer.mayWrite ? "w" : "r"
                return "\(sharer.user.text) \(right) \(sharer.followed.changeVersion.text)"
            }.joined(separator: "\n")
        }
    }

    package init?(text: String) {
        if text.hasPrefix("=") {
            guard let owner = UserID(String(text.dropFirst())) else { return nil }
            self = .mirror(of: owner)
        } else {
            let lines = text.split(separator: "\n")
            let sharers = lines.compactMap { SharingRecipient(line: $0) }
            guard !lines.isEmpty, sharers.count == lines.count else { return nil }
            self = .shared(with: sharers)
        }
    }
}

extension SharingRecipient {
    fileprivate init?(line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 3, let user = UserID(words[0]), ["w", "r"].contains(words[1]),
            let followed = ChangeVersion(words[2]).flatMap({ SequenceNumber($0) })
        else { return nil }
        self.init(user, mayWrite: words[1] == "w", followed: followed)
    }
}
