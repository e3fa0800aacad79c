package import SimperiumClock

/// The state of a replay of a round, step by step or automatic.
///
/// Call `wake` at `nextDeadline`, when an automatic replay shows the next move.
package struct Replay: Hashable, Sendable {
    package enum PlaybackAction: Hashable, Sendable {
        case step(Int)
        case goToStart
        case goToEnd
        /// Starts or stops automatic steps. After the last move, starts again from the first move.
        case play
        case toggleNotes
    }

    package static let pace = Duration.seconds(1)

    package let round: PlayedRound
    package private(set) var count = 0
    package private(set) var showsNotes = false
    /// The time of the next automatic step; nil if the replay is not automatic at the moment.
    package private(set) var nextDeadline: Instant?

    package init(_ round: PlayedRound) {
        self.round = round
    }

    package var isPlaying: Bool { nextDeadline != nil }
    package var isAtEnd: Bool { count == round.moves.count }
    package var position: Position { round.position(after: count) }
    package var lastMove: Square? { count > 0 ? round.moves[count - 1] : nil }

    /// The round's result; nil until all moves are shown.
    package var outcome: Outcome? { isAtEnd ? round.outcome : nil }

    /// The judgement of the last shown move; nil if notes are off, or before the first move.
    package var note: MoveJudgement? { showsNotes ? round.judgement(on: count - 1) : nil }

    package mutating func handle(_ act: PlaybackAction, at now: Instant) {
        switch act {
        case .step(let places): stopAndSeek(to: count + places)
        case .goToStart: stopAndSeek(to: 0)
        case .goToEnd: stopAndSeek(to: round.moves.count)
        case .toggleNotes: showsNotes.toggle()
        case .play:
            guard !isPlaying else { return nextDeadline = nil }
            if isAtEnd { count = 0 }
            nextDeadline = isAtEnd ? nil : now + Self.pace
        }
    }

    package mutating func wake(at now: Instant) {
        guard let deadline = nextDeadline, deadline <= now else { return }
        count += 1
        nextDeadline = isAtEnd ? nil : deadline + Self.pace
    }

    private mutating func stopAndSeek(to place: Int) {
        count = min(max(place, 0), round.moves.count)
        nextDeadline = nil
    }
}
