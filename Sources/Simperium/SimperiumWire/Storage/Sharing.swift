/// With whom an object is shared, or whose it is.
package enum Sharing: Hashable, Codable, Sendable {
    /// Its owner shares it with these, who are in the order in which that began.
    case shared(with: [Sharer])
    /// It is what a user has of this other user's object.
    case mirror(of: UserID)

    /// Nil of an object that is its owner's alone.
    package init?(with sharers: [Sharer]) {
        guard !sharers.isEmpty else { return nil }
        self = .shared(with: sharers)
    }

    package var isMirror: Bool {
        if case .mirror = self { true } else { false }
    }
}

/// Somebody with whom an object is shared.
package struct Sharer: Hashable, Codable, Sendable {
    package let user: UserID
    package let mayWrite: Bool
    /// Where the object's last change is in that user's bucket; on an engine that many servers
    /// share, where the owner's log says that it began.
    package let followed: Ordinal

    package init(_ user: UserID, mayWrite: Bool, followed: Ordinal) {
        self.user = user
        self.mayWrite = mayWrite
        self.followed = followed
    }
}

/// As a store writes it down: `=USER` for what is another's, else a line for each sharer, such as
/// `USER w 000000010000000000000003`. No user has a blank in their id.
extension Sharing {
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
            let sharers = lines.compactMap { Sharer(line: $0) }
            guard !lines.isEmpty, sharers.count == lines.count else { return nil }
            self = .shared(with: sharers)
        }
    }
}

extension Sharer {
    fileprivate init?(line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 3, let user = UserID(words[0]), ["w", "r"].contains(words[1]),
            let followed = ChangeVersion(words[2]).flatMap({ Ordinal($0) })
        else { return nil }
        self.init(user, mayWrite: words[1] == "w", followed: followed)
    }
}
