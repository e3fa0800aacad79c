package import Drawing
internal import Game
internal import SimperiumClock
internal import Wording

/// The matches of bots, shown in a lobby without a live match. The matches come from a fixed seed,
/// so all programs show the same boards at the same tick. A program computes the matches once, when
/// it first shows them.
///
/// The server does not know these matches, and no count includes them.
struct BotWall: Sendable {
    static let boardCount = 12
    static let tick = Duration.milliseconds(500)
    private static let ticksOfCycle = 480
    private static let ticksBetweenRounds = 9

    static let shared = BotWall(seed: 0x5EED_B075)

    /// The state of a match from a tick on.
    struct MatchScene: Hashable, Sendable {
        fileprivate let tick: Int
        let match: Match
        let moves: [Square]
    }

    private let scenes: [[MatchScene]]

    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        scenes = (0..<Self.boardCount).map { Self.simulatedScenes(on: $0, &random) }
    }

    private static func simulatedScenes(
        on board: Int, _ random: inout SeededRandom
    ) -> [MatchScene] {
        let (circle, cross) = bots(of: board)
        var match = Match()
        var moves: [Square] = []
        var scenes = [MatchScene(tick: 0, match: match, moves: moves)]
        var tick = 1 + board % ticksBetweenRounds
        while tick < ticksOfCycle {
            if match.outcome != nil {
                guard (try? match.startNextRound()) != nil else { break }
                moves = []
            } else {
                // The first two moves are random. Computed moves would take longest here, and all
                // bots would play alike.
                let isOpening = moves.count < 2
                let bot: Bot = isOpening ? .easy : match.next == .circle ? circle : cross
                guard let square = bot.move(in: match.position, random: &random),
                    (try? match.play(square)) != nil
                else { break }
                moves.append(square)
            }
            scenes.append(MatchScene(tick: tick, match: match, moves: moves))
            tick += match.outcome == nil ? 4 + board % 4 : ticksBetweenRounds
        }
        return scenes
    }

    /// Returns the bots of a board. On the first board, a player can take over from the weaker bot.
    private static func bots(of board: Int) -> (circle: Bot, cross: Bot) {
        let others: [(Bot, Bot)] = [
            (.easy, .medium), (.hard, .perfect), (.medium, .perfect), (.easy, .hard),
            (.perfect, .medium),
        ]
        return board == 0
            ? (LocalGame.weakerOfBots, LocalGame.strongerOfBots) : others[board % others.count]
    }

    /// Returns the tick of the matches on a wall of this many boards. With more boards each match
    /// is slower, so that all matches together make a move every two seconds.
    static func slowedTick(_ tick: Int, boards: Int) -> Int { tick * 11 / (8 * max(1, boards)) }

    func scene(on board: Int, at tick: Int) -> MatchScene {
        let (scenes, tick) = (scenes[board % Self.boardCount], tick % Self.ticksOfCycle)
        return scenes.last { $0.tick <= tick } ?? scenes[0]
    }

    static func names(on board: Int) -> (circle: String, cross: String) {
        let (circle, cross) = bots(of: board)
        return (circle.fullName, cross.fullName)
    }

    func item(on board: Int, at tick: Int) -> MatchGalleryItem {
        let names = Self.names(on: board)
        let scene = scene(on: board, at: tick)
        var view = BoardView(
            match: scene.match, numbering: .page, circle: .init(name: names.circle),
            cross: .init(name: names.cross), headline: scene.match.headline)
        view.moves = scene.moves
        return MatchGalleryItem(
            row: ListRow(
                name: LobbyWords.matchTitle(of: names.circle, and: names.cross),
                remark: BotWallWords.demo),
            progress: "", board: view)
    }
}

/// The ticks of the bots' matches in a quiet lobby. The ticks start after a delay, and pause when
/// the player has pressed no key for a minute.
struct BotDemoTicker: Hashable, Sendable {
    private static let attention = Duration.seconds(60)

    /// The tick that is shown; nil until the ticks have started.
    private(set) var tick: Int?
    private(set) var nextDeadline: Instant?

    /// Starts, advances or stops the ticks. They start once they have been wanted for `delay`.
    mutating func startAdvanceOrStop(
        isWanted: Bool, delay: Duration, lastKey: Instant?, at now: Instant
    ) {
        guard isWanted else { return self = BotDemoTicker() }
        let isWatched = lastKey.map { now - $0 < Self.attention } ?? true
        guard tick != nil else {
            let due = nextDeadline ?? now + delay
            nextDeadline = due
            if due <= now { advanceOrPause(at: now, isWatched: true) }
            return
        }
        advanceOrPause(at: now, isWatched: isWatched)
    }

    private mutating func advanceOrPause(at now: Instant, isWatched: Bool) {
        guard isWatched else { return nextDeadline = nil }
        let length = BotWall.tick.nanoseconds
        let tick = (now - .start).nanoseconds / length
        self.tick = Int(tick)
        nextDeadline = .start + .nanoseconds((tick + 1) * length)
    }
}

/// The boards of the bots, for an area of the lobby. Guests at one door share a picture if their
/// windows have the same size, and both or neither of their terminals draw sextants.
package struct BotWallPicture: Hashable, Sendable {
    let room: Size
    package let tick: Int
    let hasSextants: Bool

    /// The number of boards: as many as fit, in the largest scale from `nine` to `five` that has
    /// room for three boards, or otherwise in scale `three`.
    private var count: Int {
        let scales: [BoardScale] = [.nine, .seven, .five]
        let counts = scales.map { BoardWallLayout.capacity(of: room, at: $0) }
        let fitting = counts.first { $0 >= 3 } ?? BoardWallLayout.capacity(of: room, at: .three)
        return min(max(fitting, 1), BotWall.boardCount)
    }

    var matchTick: Int { BotWall.slowedTick(tick, boards: count) }

    package func draw() -> Canvas {
        var canvas = Canvas(room)
        canvas.hasSextants = hasSextants
        BoardWallLayout(count: count, room: room).draw(on: &canvas) {
            BotWall.shared.item(on: $0, at: matchTick)
        }
        return canvas
    }
}

private enum BotWallWords {
    static let demo = "demo"
}
