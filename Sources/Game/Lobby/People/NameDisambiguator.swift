internal import Game
internal import SimperiumClock

/// Numbers after equal or look-alike names: root, root 2, root 3. All players without a name are
/// called guest.
///
/// The order follows from the players' ranks and ids, so all programs show the same numbers.
/// Spectators come last, so a new spectator with the same name does not change a player's number. A
/// number is skipped if it would result in another player's name.
struct NameDisambiguator: Hashable, Sendable {
    /// The rank of a player among players with the same name. Lower ranks get lower numbers.
    enum AccountFirstRank: Int {
        /// A player who is signed in to an account. The account's name is shown without a number.
        case signedIn
        case playing
        /// A player who wants no match, such as a spectator.
        case busy

        init(_ player: Player) {
            self = player.user != nil ? .signedIn : player.mode == .busy ? .busy : .playing
        }
    }

    /// The sorted keys of all players, by the skeleton of their names. A binary search finds a
    /// player's number, even among many equal names.
    private var lookAlikes: [NameSkeleton: [SameNameSortKey]] = [:]

    private var numbered = 0

    mutating func insert(_ name: PlayerName?, of id: PlayerID, as rank: AccountFirstRank) {
        let (skeleton, key) = (Self.skeleton(of: name), SameNameSortKey(id, rank))
        let index = insertionIndex(of: key, in: lookAlikes[skeleton] ?? [])
        lookAlikes[skeleton, default: []].insert(key, at: index)
        if name?.isNumbered == true { numbered += 1 }
    }

    mutating func remove(_ name: PlayerName?, of id: PlayerID, as rank: AccountFirstRank) {
        let (skeleton, key) = (Self.skeleton(of: name), SameNameSortKey(id, rank))
        guard let keys = lookAlikes[skeleton] else { return }
        let index = insertionIndex(of: key, in: keys)
        guard index < keys.count, keys[index] == key else { return }
        lookAlikes[skeleton]?.remove(at: index)
        if name?.isNumbered == true { numbered -= 1 }
        if keys.count == 1 { lookAlikes[skeleton] = nil }
    }

    func isInUse(_ skeleton: NameSkeleton) -> Bool { lookAlikes[skeleton] != nil }

    /// Returns the name with a number, unless the player is the first with this name.
    func shownName(_ name: PlayerName?, of id: PlayerID, as rank: AccountFirstRank) -> String {
        let skeleton = Self.skeleton(of: name)
        let index = insertionIndex(of: SameNameSortKey(id, rank), in: lookAlikes[skeleton] ?? [])
        let called = name?.text ?? "guest"
        return index == 0 ? called : "\(called) \(freeSuffixNumber(index, behind: skeleton))"
    }

    /// Returns the number of a player after `index` players with the same name. Skips numbers that
    /// would result in another player's name.
    private func freeSuffixNumber(_ index: Int, behind skeleton: NameSkeleton) -> Int {
        guard numbered > 0 else { return index + 1 }
        var (number, left) = (1, index)
        while left > 0 {
            number += 1
            if !isInUse(skeleton.numbered(number)) { left -= 1 }
        }
        return number
    }

    private static func skeleton(of name: PlayerName?) -> NameSkeleton {
        name.map(NameSkeleton.init) ?? .guest
    }

    /// Returns the index of a key in a sorted list, or the index to insert it at.
    private func insertionIndex(of key: SameNameSortKey, in keys: [SameNameSortKey]) -> Int {
        keys.partitionPoint { $0 < key }
    }
}

extension PlayerName {
    fileprivate var isNumbered: Bool {
        text.unicodeScalars.last.map { ("0"..."9").contains($0) } ?? false
    }
}

/// The sort key of a player among equal names: the rank, then a hash of the id (FNV-1a), then the
/// id. Because of the hash, low ids have no advantage.
private struct SameNameSortKey: Hashable, Comparable {
    private let rank: Int
    private let hash: UInt64
    private let id: PlayerID

    init(_ id: PlayerID, _ rank: NameDisambiguator.AccountFirstRank) {
        self.rank = rank.rawValue
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in id.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        (self.hash, self.id) = (hash, id)
    }

    static func < (left: SameNameSortKey, right: SameNameSortKey) -> Bool {
        (left.rank, left.hash, left.id.rawValue) < (right.rank, right.hash, right.id.rawValue)
    }
}
