package import Drawing
internal import Game
internal import SimperiumClock
internal import Wording

/// The matches of bots in a lobby without a live match. All programs show the same ones: they
/// depend on the time alone, and are played once, when they are first shown.
///
/// The server has none of them, and no count includes them.
struct BotWall: Sendable {
    static let most = 12
    /// At most one picture in this time.
    static let tick = Duration.milliseconds(500)
    /// After so many ticks the matches start over.
    private static let length = 480
    /// The ticks between two rounds.
    private static let pause = 9

    static let shared = BotWall(seed: 0x5EED_B075)

    /// A state of a match, from a tick on.
    struct Scene: Hashable, Sendable {
        fileprivate let tick: Int
        let match: Match
        let moves: [Square]
    }

    private let scenes: [[Scene]]

    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        scenes = (0..<Self.most).map { Self.scenes(of: $0, &random) }
    }

    private static func scenes(of board: Int, _ random: inout SeededRandom) -> [Scene] {
        let (circle, cross) = bots(of: board)
        var match = Match(
            circle: PlayerID(rawValue: "circle"), cross: PlayerID(rawValue: "cross"))
        var moves: [Square] = []
        var scenes = [Scene(tick: 0, match: match, moves: moves)]
        var tick = 1 + board % pause
        while tick < length {
            if match.outcome != nil {
                guard (try? match.startNextRound()) != nil else { break }
                moves = []
            } else {
                // The first two moves are free: to think about them takes longest, and all bots
                // would play alike.
                let isOpening = moves.count < 2
                let bot: Bot = isOpening ? .easy : match.next == .circle ? circle : cross
                guard let square = bot.move(in: match.position, random: &random),
                    (try? match.play(square)) != nil
                else { break }
                moves.append(square)
            }
            scenes.append(Scene(tick: tick, match: match, moves: moves))
            tick += match.outcome == nil ? 4 + board % 4 : pause
        }
        return scenes
    }

    /// The first board has the two whose match a player can take over.
    private static func bots(of board: Int) -> (circle: Bot, cross: Bot) {
        let others: [(Bot, Bot)] = [
            (.easy, .medium), (.hard, .perfect), (.medium, .perfect), (.easy, .hard),
            (.perfect, .medium),
        ]
        return board == 0
            ? (LocalGame.weakerOfBots, LocalGame.strongerOfBots) : others[board % others.count]
    }

    /// The moment of the matches where so many are shown: more of them are slower, so that all
    /// together make a move in two seconds.
    static func moment(_ tick: Int, boards: Int) -> Int { tick * 11 / (8 * max(1, boards)) }

    /// The match on a board at that moment.
    func scene(on board: Int, at tick: Int) -> Scene {
        let (scenes, tick) = (scenes[board % Self.most], tick % Self.length)
        return scenes.last { $0.tick <= tick } ?? scenes[0]
    }

    static func names(on board: Int) -> (circle: String, cross: String) {
        let (circle, cross) = bots(of: board)
        return (StatisticsWords.bot(circle.words), StatisticsWords.bot(cross.words))
    }

    func item(on board: Int, at tick: Int) -> GalleryItem {
        let names = Self.names(on: board)
        let scene = scene(on: board, at: tick)
        var view = BoardView(
            match: scene.match, numbering: .page, circle: .init(name: names.circle),
            cross: .init(name: names.cross), headline: scene.match.headline)
        view.moves = scene.moves
        return GalleryItem(
            row: ListRow(
                name: LobbyWords.match(of: names.circle, and: names.cross),
                remark: Words.demo),
            progress: "", board: view)
    }
}

/// The bots' time in a lobby. It begins a while after it is wanted, and stands still once no key
/// was pressed for a minute.
struct BotWallClock: Hashable, Sendable {
    private static let attention = Duration.seconds(60)

    /// The moment that is shown; nil while there are no bots.
    private(set) var tick: Int?
    private(set) var nextDeadline: Instant?

    /// `patience` is the time without a match before they begin.
    mutating func refresh(
        isWanted: Bool, patience: Duration, lastKey: Instant?, at now: Instant
    ) {
        guard isWanted else { return self = BotWallClock() }
        let isWatched = lastKey.map { now - $0 < Self.attention } ?? true
        guard tick != nil else {
            let due = nextDeadline ?? now + patience
            nextDeadline = due
            if due <= now { show(at: now, isWatched: true) }
            return
        }
        show(at: now, isWatched: isWatched)
    }

    private mutating func show(at now: Instant, isWatched: Bool) {
        guard isWatched else { return nextDeadline = nil }
        let length = BotWall.tick.nanoseconds
        let tick = (now - .start).nanoseconds / length
        self.tick = Int(tick)
        nextDeadline = .start + .nanoseconds((tick + 1) * length)
    }
}

/// The boards of the bots in a lobby's room for them: one picture for all guests at a door with
/// windows of one size.
package struct BotWallPicture: Hashable, Sendable {
    let room: Size
    package let tick: Int
    let hasSextants: Bool

    /// As many boards as fit in a size that the eye can follow.
    private var count: Int {
        let scales: [BoardScale] = [.nine, .seven, .five]
        let counts = scales.map { GalleryWall.capacity(of: room, at: $0) }
        let fitting = counts.first { $0 >= 3 } ?? GalleryWall.capacity(of: room, at: .three)
        return min(max(fitting, 1), BotWall.most)
    }

    var moment: Int { BotWall.moment(tick, boards: count) }

    package func draw() -> Canvas {
        var canvas = Canvas(room)
        canvas.hasSextants = hasSextants
        let wall = GalleryWall(count: count, room: room)
        for index in wall.window(around: nil) {
            canvas.drawInside(wall.area(of: index, around: nil)) {
                BotWall.shared.item(on: index, at: moment)
                    .draw(isChosen: false, scale: wall.scale, on: &$0)
            }
        }
        return canvas
    }
}

private enum Words {
    static let demo = "demo"
}
