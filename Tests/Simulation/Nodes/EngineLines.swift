package import SharedLog

/// A node's two lines to its engine: what was asked there and is not done yet, and what is on its
/// way back. The second line has the long answers.
package struct EngineLines: Sendable {
    /// What a node has to say to the engine.
    package enum Wish: Sendable {
        case ask(UInt64, EngineDeed)
        case follow(UInt64, SharedLogID)

        package var number: UInt64 {
            switch self {
            case .ask(let number, _), .follow(let number, _): number
            }
        }

        /// On which line it is asked.
        var line: Int {
            switch self {
            case .ask(_, .log(.open, _)), .ask(_, .read(.missed, _)), .ask(_, .read(.index, _)),
                .ask(_, .read(.changes, _)):
                1
            case .ask, .follow: 0
            }
        }
    }

    package enum Word: Sendable {
        case settled(UInt64, EngineOutcome)
        case told(SharedLogID, EngineMessage)
    }

    package struct Heard: Sendable {
        package let word: Word
        /// How much the engine had done by then.
        package let deeds: Int
    }

    /// What was on its way when the lines broke.
    package struct Loss: Sendable {
        /// What the engine may have done or not.
        package let deeds: [EngineDeed]
        /// What nobody will hear of.
        package let numbers: [UInt64]
    }

    package static let numbers = 0..<2

    package private(set) var isConnected = false
    private var followed: Set<SharedLogID> = []
    /// In the order of the line.
    private var asked: [[Wish]] = [[], []]
    private var heard: [[Heard]] = [[], []]

    package init() {}

    package var isEmpty: Bool { asked.allSatisfy(\.isEmpty) && heard.allSatisfy(\.isEmpty) }

    package mutating func connect() { isConnected = true }

    /// Nothing is heard of what was asked, and of no log any more.
    package mutating func `break`() -> Loss {
        var deeds: [EngineDeed] = []
        for case .ask(_, let deed) in asked.joined() { deeds.append(deed) }
        var numbers = asked.joined().map(\.number)
        for case .settled(let number, _) in heard.joined().map(\.word) { numbers.append(number) }
        self = Self()
        return Loss(deeds: deeds, numbers: numbers)
    }

    /// Says something; the line that has it, or nil if nobody hears.
    package mutating func say(_ wish: Wish) -> Int? {
        guard isConnected else { return nil }
        asked[wish.line].append(wish)
        return wish.line
    }

    /// What the engine is to do next.
    package mutating func takeAsked(on line: Int) -> Wish? {
        asked[line].isEmpty ? nil : asked[line].removeFirst()
    }

    /// A subscription holds before its answer is on the way.
    package mutating func follow(_ log: SharedLogID) { followed.insert(log) }

    package mutating func unfollow(_ log: SharedLogID) { followed.remove(log) }

    package func follows(_ log: SharedLogID) -> Bool { isConnected && followed.contains(log) }

    package mutating func answer(_ word: Word, on line: Int = 0, after deeds: Int = 0) {
        heard[line].append(Heard(word: word, deeds: deeds))
    }

    /// What the node hears next.
    package mutating func takeHeard(on line: Int) -> Heard? {
        heard[line].isEmpty ? nil : heard[line].removeFirst()
    }
}
