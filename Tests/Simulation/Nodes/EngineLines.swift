package import SharedLog

/// A node's two connections to Redis: the commands that are not done, and the replies on their way
/// back. The second connection has the long replies.
package struct EngineLines: Sendable {
    /// A command of a node.
    package enum Wish: Sendable {
        case ask(UInt64, EngineDeed)
        case follow(UInt64, SharedLogID)

        package var number: UInt64 {
            switch self {
            case .ask(let number, _), .follow(let number, _): number
            }
        }

        /// The index of the connection that carries it.
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
        /// The number of commands that Redis had done by then.
        package let deeds: Int
    }

    /// The messages that were on their way when the connections broke.
    package struct Loss: Sendable {
        /// The commands that Redis may have done.
        package let deeds: [EngineDeed]
        /// The numbers of commands without a reply.
        package let numbers: [UInt64]
    }

    package static let numbers = 0..<2

    package private(set) var isConnected = false
    private var followed: Set<SharedLogID> = []
    /// The commands in the order of their connection.
    private var asked: [[Wish]] = [[], []]
    private var heard: [[Heard]] = [[], []]

    package init() {}

    package var isEmpty: Bool { asked.allSatisfy(\.isEmpty) && heard.allSatisfy(\.isEmpty) }

    package mutating func connect() { isConnected = true }

    /// Breaks the connections: no command is answered any more, and no log is followed.
    package mutating func `break`() -> Loss {
        var deeds: [EngineDeed] = []
        for case .ask(_, let deed) in asked.joined() { deeds.append(deed) }
        var numbers = asked.joined().map(\.number)
        for case .settled(let number, _) in heard.joined().map(\.word) { numbers.append(number) }
        self = Self()
        return Loss(deeds: deeds, numbers: numbers)
    }

    /// Sends a command. Returns the connection that has it, or nil without one.
    package mutating func say(_ wish: Wish) -> Int? {
        guard isConnected else { return nil }
        asked[wish.line].append(wish)
        return wish.line
    }

    /// Returns the next command for Redis.
    package mutating func takeAsked(on line: Int) -> Wish? {
        asked[line].isEmpty ? nil : asked[line].removeFirst()
    }

    /// Begins a subscription. It is valid before its reply is on the way.
    package mutating func follow(_ log: SharedLogID) { followed.insert(log) }

    package mutating func unfollow(_ log: SharedLogID) { followed.remove(log) }

    package func follows(_ log: SharedLogID) -> Bool { isConnected && followed.contains(log) }

    package mutating func answer(_ word: Word, on line: Int = 0, after deeds: Int = 0) {
        heard[line].append(Heard(word: word, deeds: deeds))
    }

    /// Returns the next message for the node.
    package mutating func takeHeard(on line: Int) -> Heard? {
        heard[line].isEmpty ? nil : heard[line].removeFirst()
    }
}
