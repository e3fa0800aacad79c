internal import Game
internal import SimperiumClock

/// Tells people with the same name, or one that looks the same, apart by numbers behind the names:
/// root, root 2, root 3. A person without a name is one of many called guest.
///
/// Their order comes from the people's ids, so all programs show the same; but nobody is called
/// otherwise because somebody came to watch. No number is given that makes what somebody else is
/// called.
struct NameTags: Hashable, Sendable {
    /// Who comes before others of the same name.
    enum Rank: Int {
        /// The name is theirs, without a number.
        case signedIn
        case playing
        /// Wants no match, as those who watch.
        case busy

        init(_ player: Player) {
            self = player.user != nil ? .signedIn : player.mode == .busy ? .busy : .playing
        }
    }

    /// The fingerprints of all people, in order, by what the name looks like. So even a crowd of
    /// namesakes is told apart by looking at two of them.
    private var lookAlikes: [NameSkeleton: [Fingerprint]] = [:]

    /// How many have a name that ends in a number of its own.
    private var numbered = 0

    mutating func insert(_ name: PlayerName?, of id: PlayerID, as rank: Rank) {
        let (skeleton, fingerprint) = (Self.skeleton(of: name), Fingerprint(id, rank))
        let index = index(of: fingerprint, in: lookAlikes[skeleton] ?? [])
        lookAlikes[skeleton, default: []].insert(fingerprint, at: index)
        if name?.isNumbered == true { numbered += 1 }
    }

    mutating func remove(_ name: PlayerName?, of id: PlayerID, as rank: Rank) {
        let (skeleton, fingerprint) = (Self.skeleton(of: name), Fingerprint(id, rank))
        guard let crowd = lookAlikes[skeleton] else { return }
        let index = index(of: fingerprint, in: crowd)
        guard index < crowd.count, crowd[index] == fingerprint else { return }
        lookAlikes[skeleton]?.remove(at: index)
        if name?.isNumbered == true { numbered -= 1 }
        if crowd.count == 1 { lookAlikes[skeleton] = nil }
    }

    /// Whether somebody is called so, or looks as if.
    func isKnown(_ skeleton: NameSkeleton) -> Bool { lookAlikes[skeleton] != nil }

    /// What a guest is called.
    func shown(_ name: PlayerName?, of id: PlayerID, as rank: Rank) -> String {
        let crowd = lookAlikes[Self.skeleton(of: name)] ?? []
        let index = index(of: Fingerprint(id, rank), in: crowd)
        let called = name?.text ?? "guest"
        return index == 0 ? called : "\(called) \(number(index, behind: called))"
    }

    /// The number of somebody before whom there are so many, past what others are called.
    private func number(_ index: Int, behind called: String) -> Int {
        guard numbered > 0 else { return index + 1 }
        var (number, left) = (1, index)
        while left > 0 {
            number += 1
            let isTaken = PlayerName(cleaning: "\(called) \(number)").map(NameSkeleton.init)
                .map(isKnown)
            if isTaken != true { left -= 1 }
        }
        return number
    }

    private static func skeleton(of name: PlayerName?) -> NameSkeleton {
        name.map(NameSkeleton.init) ?? .guest
    }

    /// Where it is, the first if there are several, or would have to be.
    private func index(of fingerprint: Fingerprint, in crowd: [Fingerprint]) -> Int {
        crowd.partitionPoint { $0 < fingerprint }
    }
}

extension PlayerName {
    fileprivate var isNumbered: Bool {
        text.unicodeScalars.last.map { ("0"..."9").contains($0) } ?? false
    }
}

/// Puts ids in an order that nobody chooses (FNV-1a), and equal ones by what they are.
private struct Fingerprint: Hashable, Comparable {
    private let rank: Int
    private let hash: UInt64
    private let id: PlayerID

    init(_ id: PlayerID, _ rank: NameTags.Rank) {
        self.rank = rank.rawValue
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in id.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        (self.hash, self.id) = (hash, id)
    }

    static func < (left: Fingerprint, right: Fingerprint) -> Bool {
        (left.rank, left.hash, left.id.rawValue) < (right.rank, right.hash, right.id.rawValue)
    }
}
