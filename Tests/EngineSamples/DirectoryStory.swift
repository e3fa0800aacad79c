package import SharedLog
import SimperiumClock

/// What three nodes ask of the list of halls, one after the other, as the seed has it.
package struct DirectoryStory: Sendable {
    package private(set) var deeds: [EngineDeed] = []
    private var random: SeededRandom
    private let nodes = (1...3).map { Incarnation(rawValue: $0) }

    package init(seed: UInt64, count: Int = 80) {
        random = SeededRandom(seed: seed)
        while deeds.count < count { step() }
    }

    private var room: DirectoryRoom {
        mutating get {
            let closing = random.chance(1, in: 3) ? Duration.seconds(-60) : .seconds(3_600)
            return DirectoryRoom(
                size: 3, extended: 4, most: 6, plain: 2, ownInFirst: 2, closing: closing,
                halls: random.chance(1, in: 5) ? 2 : 9)
        }
    }

    private mutating func hall() -> Int { 1 + random.below(6) }

    private mutating func step() {
        let node = nodes[random.below(nodes.count)]
        deeds.append(.directory(deed(by: node), by: node))
    }

    private mutating func deed(by node: Incarnation) -> DirectoryDeed {
        switch random.below(40) {
        case 0: .void(nodes[random.below(nodes.count)])
        case 1...16: .enter(wish(), room)
        case 17...21: .hold(places())
        case 22...28: .tell(news())
        case 29...34: .wait(waiters())
        case 35...37: .find(word())
        default: .page(after: random.below(4))
        }
    }

    private mutating func wish() -> DirectoryWish {
        let manners = DirectoryWish.Manner.allCases
        return DirectoryWish(manners[random.below(manners.count)], hall: hall())
    }

    private mutating func places() -> [DirectoryPlaces] {
        (1...6).compactMap { hall in
            guard random.chance(1, in: 2) else { return nil }
            return DirectoryPlaces(
                hall, own: random.below(4), plain: hall == 1 ? random.below(2) : 0)
        }
    }

    private mutating func word() -> [UInt8] { [UInt8(random.below(3)), 0, 10] }

    private mutating func hint() -> DirectoryNews.Hint {
        DirectoryNews.Hint(word(), in: hall(), "k\(random.below(3))")
    }

    private mutating func news() -> DirectoryNews {
        let halls = (0..<random.below(4)).map { _ in
            let figures =
                random.chance(1, in: 4)
                ? [] : (0..<DirectoryLimits.figures).map { _ in random.below(9) }
            let page = figures.isEmpty || random.chance(1, in: 3) ? [] : Array("{\n}".utf8)
            return DirectoryNews.Hall(hall(), figures: figures, page: page)
        }
        return DirectoryNews(
            halls: halls, added: (0..<random.below(4)).map { _ in hint() },
            removed: (0..<random.below(3)).map { _ in hint() })
    }

    private mutating func waiters() -> [DirectoryWaiter] {
        (0..<random.below(4)).map { _ in
            DirectoryWaiter(
                "w\(random.below(8))", in: hall(), kind: random.below(4) == 0 ? 30 : 0,
                canMove: random.chance(3, in: 4))
        }
    }
}
