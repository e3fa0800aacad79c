package import Game
package import SimperiumClock

/// Whom a person asks for a match, who asks them, and how they got on with each other so far.
package struct Invitations: Hashable, Sendable {
    /// A question of ours that stands.
    package struct Asking: Hashable, Sendable {
        package let ask: Ask
        package let name: String
        package let until: Instant
        /// Whether we looked for anybody before, and go on with that if nothing comes of it.
        let wasLooking: Bool

        package var opponent: PlayerID { ask.to }
    }

    /// A question of somebody else that we have not answered.
    package struct Received: Hashable, Sendable {
        package let number: Int
        package let from: PlayerID
        package let name: String
        package let until: Instant
        /// What they want to play by.
        package let terms: MatchTerms
    }

    /// The hub has a clock of its own, and frames take their time.
    private static let margin = Duration.milliseconds(250)
    /// How many who have asked are remembered, and how many of whom there is a tally.
    private static let most = 20
    private static let mostTallies = 200

    package internal(set) var asking: Asking?
    /// The earliest first.
    package private(set) var received: [Received] = []
    /// Whether nobody may ask, until the person takes that back.
    package internal(set) var isUndisturbed = false
    /// Whether the hub has not said of our last question, which is over, if it was a good one.
    var mayYetBeRefused = false
    /// Whose leaving has been told by the end of the match with them.
    var parted: PlayerID?
    private var lastNumber: Int?
    /// Until when nobody may be asked.
    private var restsUntil = Instant.start
    /// Until when each of these may not be asked again.
    private var pauses: [PlayerID: Instant] = [:]
    private var tallies: [PlayerID: Tally] = [:]

    /// Whether nobody asks, and nobody is asked.
    package var isIdle: Bool { asking == nil && received.isEmpty }

    /// What is to be answered first.
    package var next: Received? { received.first }

    /// How a person and we got on with each other; nil if we have not played.
    package func tally(with id: PlayerID) -> Tally? { tallies[id] }

    var nextDeadline: Instant? {
        sooner(next?.until, asking?.until)
    }

    package func received(from id: PlayerID) -> Received? { received.first { $0.from == id } }
}

extension Invitations {
    mutating func receive(_ ask: Ask, from id: PlayerID, name: String, at now: Instant) {
        remove(from: id)
        guard received.count < Self.most else { return }
        received.append(
            Received(
                number: ask.number, from: id, name: name, until: now + Ask.patience,
                terms: ask.terms))
    }

    mutating func remove(from id: PlayerID) {
        received.removeAll { $0.from == id }
    }

    mutating func removeAll() {
        received = []
    }

    /// Why somebody can't be asked now; nil if they can.
    func obstacle(to id: PlayerID, at now: Instant) -> RequestObstacle? {
        if let until = pauses[id], until > now { return .askedBefore }
        return restsUntil > now ? .askedTooSoon : nil
    }

    /// Makes a question of ours. The first has any number, so that the next run's is another.
    mutating func ask(
        _ id: PlayerID, name: String, by terms: MatchTerms, wasLooking: Bool,
        _ random: inout SeededRandom, at now: Instant
    ) -> Ask {
        let number = lastNumber.map { $0 + 1 } ?? 1 + random.below(1_000_000)
        let ask = Ask(number: number, to: id, terms)
        lastNumber = number
        restsUntil = now + Ask.pause + Self.margin
        asking = Asking(
            ask: ask, name: name, until: now + Ask.patience, wasLooking: wasLooking)
        return ask
    }

    mutating func pause(_ id: PlayerID, isFinal: Bool, at now: Instant) {
        pauses = pauses.filter { $0.value > now }
        pauses[id] = now + Ask.pause(afterNo: isFinal) + Self.margin
    }

    mutating func count(_ score: Score, of piece: Piece, against opponent: PlayerID) {
        guard score.rounds > 0, tallies[opponent] != nil || tallies.count < Self.mostTallies
        else { return }
        tallies[opponent, default: Tally()].count(score, of: piece)
    }

    /// Somebody has left: if they return, it is as somebody else.
    mutating func forget(_ id: PlayerID) {
        remove(from: id)
        pauses[id] = nil
        tallies[id] = nil
    }
}

/// Why a question that we asked came to nothing.
package enum AskEnd: Hashable, Sendable {
    case withdrawn
    case expired
    /// They want no match now.
    case later
    /// They want no match.
    case no
    /// They do not want to be asked by anybody.
    case busy
    case playing
    case gone
    /// The hub did not take it.
    case refused
}
