internal import SimperiumClock

/// Numbers after equal or look-alike names: root, root 2, root 3. All players without a name are
/// called guest.
///
/// The order is that of arrival, so a newcomer does not change the number of an earlier player. A
/// program that arrives later knows only the order of its index, so its numbers may differ. A
/// number is skipped if it would result in another player's name.
struct NameDisambiguator: Hashable, Sendable {
    /// The rank of a player among players with the same name. Lower ranks get lower numbers.
    struct NamesakeRank: Hashable, Comparable {
        /// The rank of a player who is not in the roster: after all others.
        static let unknown = NamesakeRank(isGuest: true, arrival: .max)

        /// True for a player without an account. An account's name is shown without a number.
        let isGuest: Bool
        /// The position among the players in the order of their arrival with this name.
        let arrival: Int

        static func < (left: NamesakeRank, right: NamesakeRank) -> Bool {
            (left.isGuest ? 1 : 0, left.arrival) < (right.isGuest ? 1 : 0, right.arrival)
        }
    }

    /// The sorted ranks of all players, by the skeleton of their names. A binary search finds a
    /// player's number, even among many equal names.
    private var lookAlikes: [NameSkeleton: [NamesakeRank]] = [:]

    private var numbered = 0

    mutating func insert(_ name: PlayerName?, as rank: NamesakeRank) {
        let skeleton = Self.skeleton(of: name)
        let index = insertionIndex(of: rank, in: lookAlikes[skeleton] ?? [])
        lookAlikes[skeleton, default: []].insert(rank, at: index)
        if name?.isNumbered == true { numbered += 1 }
    }

    mutating func remove(_ name: PlayerName?, as rank: NamesakeRank) {
        let skeleton = Self.skeleton(of: name)
        guard let ranks = lookAlikes[skeleton] else { return }
        let index = insertionIndex(of: rank, in: ranks)
        guard index < ranks.count, ranks[index] == rank else { return }
        lookAlikes[skeleton]?.remove(at: index)
        if name?.isNumbered == true { numbered -= 1 }
        if ranks.count == 1 { lookAlikes[skeleton] = nil }
    }

    func isInUse(_ skeleton: NameSkeleton) -> Bool { lookAlikes[skeleton] != nil }

    /// Returns the name with a number, unless the player is the first with this name.
    func shownName(_ name: PlayerName?, as rank: NamesakeRank) -> String {
        let skeleton = Self.skeleton(of: name)
        let index = insertionIndex(of: rank, in: lookAlikes[skeleton] ?? [])
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

    /// Returns the index of a rank in a sorted list, or the index to insert it at.
    private func insertionIndex(of rank: NamesakeRank, in ranks: [NamesakeRank]) -> Int {
        ranks.partitionPoint { $0 < rank }
    }
}

extension PlayerName {
    fileprivate var isNumbered: Bool {
        text.unicodeScalars.last.map { ("0"..."9").contains($0) } ?? false
    }
}
