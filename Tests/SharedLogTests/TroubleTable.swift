/// In how many of the seeds which troubles were met within one append.
struct TroubleTable: CustomStringConvertible {
    private(set) var seeds = 0
    private var kinds: [Trouble: Int] = [:]
    private var pairs: [Trouble.Pair: Int] = [:]

    mutating func add(_ world: HubWorld) {
        seeds += 1
        for trouble in world.met.troubles { kinds[trouble, default: 0] += 1 }
        for pair in world.met.pairs { pairs[pair, default: 0] += 1 }
    }

    static func + (one: Self, other: Self) -> Self {
        var sum = one
        sum.seeds += other.seeds
        sum.kinds.merge(other.kinds, uniquingKeysWith: +)
        sum.pairs.merge(other.pairs, uniquingKeysWith: +)
        return sum
    }

    /// What is met in less than one of a hundred seeds.
    var rare: [String] {
        Trouble.allCases.filter { kinds[$0, default: 0] * 100 < seeds }.map(\.rawValue)
            + Trouble.pairs.filter { pairs[$0, default: 0] * 100 < seeds }.map(\.description)
    }

    var description: String {
        let rows =
            Trouble.allCases.map { ($0.rawValue, kinds[$0, default: 0]) }
            + Trouble.pairs.map { ($0.description, pairs[$0, default: 0]) }
        return rows.map { name, count in
            let share = seeds == 0 ? 0 : count * 1_000 / seeds
            return "\(share / 10).\(share % 10) %  \(name)"
        }.joined(separator: "\n")
    }
}
