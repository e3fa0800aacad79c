import SimperiumClock
import Simulation

/// What goes wrong in a world of hubs.
enum Trouble: String, CaseIterable, Comparable {
    case lostMessage = "message lost"
    case garbledMessage = "message garbled"
    case cut = "line cut"
    case lostAnswer = "answer lost"
    case killed = "node killed"
    case asleep = "node asleep"
    case restarted = "engine restarted"
    case full = "engine full"

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    /// Troubles that have to be met together, too: each two of them within one append.
    static let pairs: [Pair] = allCases.enumerated().flatMap { index, one in
        allCases[(index + 1)...].map { Pair(one, $0) }
    }

    struct Pair: Hashable, CustomStringConvertible {
        let one: Trouble
        let other: Trouble

        init(_ one: Trouble, _ other: Trouble) {
            (self.one, self.other) = (min(one, other), max(one, other))
        }

        var description: String { "\(one.rawValue) + \(other.rawValue)" }
    }
}

/// Decides when which trouble strikes. They never come singly: one makes others likely for a while.
///
/// Each has a number, in their order. With some spared, the same world meets the rest.
struct Troubles {
    private var random: SeededRandom
    private var tally: TroubleTally<Trouble>
    private var fury = 0
    /// What has struck since that was asked for the last time.
    private var fresh: [Trouble] = []

    init(seed: UInt64, allowing allowed: Set<Int>? = nil) {
        random = SeededRandom(seed: seed)
        tally = TroubleTally(allowing: allowed)
    }

    var count: Int { tally.count }
    var counts: [Trouble: Int] { tally.counts }

    /// Whether something happens now that does so once in so many times.
    mutating func strikes(_ trouble: Trouble, once whole: UInt64) -> Bool {
        guard random.chance(1, in: whole) else { return false }
        return happens(trouble)
    }

    /// The same for what happens to a node now and then, and soon again when it has.
    mutating func hurts() -> Trouble? {
        fury = max(0, fury - 1)
        guard random.chance(1, in: fury > 0 ? 4 : 70) else { return nil }
        let trouble: Trouble =
            switch random.below(12) {
            case 0...3: .cut
            case 4...5: .killed
            case 6...7: .asleep
            case 8...9: .restarted
            default: .full
            }
        if random.chance(1, in: 2) { fury = 12 }
        return happens(trouble) ? trouble : nil
    }

    /// Takes note of what another trouble brings with it; false if it is spared.
    mutating func happens(_ trouble: Trouble) -> Bool {
        guard tally.happens(trouble) else { return false }
        fresh.append(trouble)
        return true
    }

    mutating func takeFresh() -> [Trouble] { exchange(&fresh, with: []) }
}

/// Which troubles came together within one append of a node, from its being worked out until it is
/// known what became of it.
struct Encounters {
    private var ongoing: Set<Trouble> = []
    private var finished = 0
    private(set) var met: Set<Trouble> = []
    private(set) var pairs: Set<Trouble.Pair> = []

    /// Takes note of what struck, and of how many appends of the node are done by now.
    mutating func note(_ troubles: [Trouble], isAppending: Bool, finished: Int) {
        if finished != self.finished { close() }
        self.finished = finished
        if isAppending { ongoing.formUnion(troubles) }
    }

    mutating func close() {
        let together = exchange(&ongoing, with: []).sorted()
        met.formUnion(together)
        for (index, one) in together.enumerated() {
            for other in together[(index + 1)...] { pairs.insert(Trouble.Pair(one, other)) }
        }
    }
}
