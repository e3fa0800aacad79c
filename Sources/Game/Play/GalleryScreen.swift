internal import Drawing
internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumWire
internal import Visit
internal import Wording

struct GalleryScreen: Screen {
    static let actionTable = ActionTable(
        "In the match list",
        [
            .chooseItem.withLastLineWord(nil),
            ScreenAction.open.withLastLineWord("watch").explainedUnless(\.hasGalleryMatches),
            .television, ScreenAction.follow.explainedUnless(\.hasGalleryMatches),
            ScreenAction("/", "find", "find a player by name", on: "/", does: .find)
                .explainedUnless(\.canSearchMatches),
            ScreenAction(typing: "sort", "sort the matches by another rule", does: .sort),
            .retry,
        ] + ScreenAction.common)

    private var selection = Selection<ObjectKey>()

    init() {}

    private func plan(of matches: [WatchableMatch], in game: GameContext) -> GalleryLayout {
        GalleryLayout(
            count: matches.count, chosen: selection.index(in: matches.map(\.key)),
            size: game.size)
    }

    mutating func handle(_ intent: Intent, _ game: inout GameContext) {
        let matches = game.galleryMatches
        let keys = matches.map(\.key)
        if moveSelection(by: intent, keys, columns: plan(of: matches, in: game).columns) { return }
        switch intent {
        case .confirm:
            guard let key = selection.chosen(in: keys) else { return explainEmptyList(&game) }
            game.watchInAnyHall(key)
        case .television: game.watch(.anything)
        case .follow: followFirstPlayerOfChosen(in: matches, &game)
        case .sort:
            let orders = MatchListState.SortOrder.allCases
            game.matchList.order = orders.nextLarger(than: game.matchList.order) ?? .watchers
        case .find where !game.canSearchMatches: explainEmptyList(&game)
        case .find:
            game.overlay = TextPrompt(GalleryScreenWords.search, text: game.matchList.search) {
                text, game in
                game.matchList.search = text
            }
        case .back where !game.matchList.search.isEmpty: game.matchList.search = ""
        case .back: game.currentScreen = .lobby
        default: break
        }
    }

    /// Moves the selection. Returns false for intents that do not move it. On a wall, up and down
    /// move by a row of boards.
    private mutating func moveSelection(by intent: Intent, _ keys: [ObjectKey], columns: Int)
        -> Bool
    {
        let places: [Intent: Int] = [
            .move(.left): -1, .move(.right): 1, .move(.up): -columns, .move(.down): columns,
        ]
        guard columns > 1, let places = places[intent], let index = selection.index(in: keys)
        else { return selection.move(by: intent, in: keys) }
        // A move beyond the wall has no effect. The last row may be shorter than the others; a move
        // down to its empty part selects the last board.
        let isOnLastLine = index / columns == (keys.count - 1) / columns
        if index + places >= 0, index + places < keys.count || !isOnLastLine {
            selection.select(index + places, in: keys)
        }
        return true
    }

    private func followFirstPlayerOfChosen(
        in matches: [WatchableMatch], _ game: inout GameContext
    ) {
        let key = selection.chosen(in: matches.map(\.key))
        switch matches.first(where: { $0.key == key }) {
        case .here(let shown): game.follow(player: shown.circle)
        case .elsewhere(let match):
            game.updateProgram { $0.setHallSearch(.toWatch(match.names[0])) }
            game.reply(KeyReplyWords.follows(match.names[0]))
        case nil: game.reply(KeyReplyWords.noPlayerToFollow)
        }
    }

    mutating func clickOutsideBoard(_ point: Point, _ game: inout GameContext) {
        let matches = game.galleryMatches
        guard let index = plan(of: matches, in: game).index(at: point) else { return }
        let keys = matches.map(\.key)
        if selection.selectAndReportIfUnchanged(index, in: keys) {
            game.watchInAnyHall(keys[index])
        }
    }

    func showsTimeInSeconds(in game: GameContext) -> Bool { game.hasLiveMatches }

    func distantMatchesWanted(in game: GameContext) -> Int? {
        // Most spectators select no match, and search for none. For these spectators, the number of
        // matches is enough, and no list is needed.
        guard hasNoSelectionOrSearch(in: game) else {
            let plan = plan(of: game.galleryMatches, in: game)
            return game.distantMatchCount(upTo: plan.chosen ?? 0) + game.size.rows * plan.columns
        }
        let plan = GalleryLayout(count: game.listedMatchCount, chosen: 0, size: game.size)
        return game.size.rows * plan.columns
    }

    func sharedPictureInputs(in game: GameContext) -> SharedPictureInputs? {
        guard hasNoSelectionOrSearch(in: game) else { return nil }
        var inputs = SharedPictureInputs(
            order: game.matchList.order, distantMatches: game.distantMatches)
        // The boards of a wall mark the last move.
        if ScreenSizeClass(game.size) == .full {
            inputs.moves = game.matchList.moveHistories.mapValues(\.moves)
        }
        return inputs
    }

    private func hasNoSelectionOrSearch(in game: GameContext) -> Bool {
        selection.isUnset && game.matchList.search.isEmpty
    }

    func title(in game: GameContext) -> String { GalleryScreenWords.title }

    func hint(in game: GameContext) -> String {
        guard game.galleryMatches.isEmpty else { return GalleryScreenWords.watches }
        return game.matchList.search.isEmpty ? "" : GalleryScreenWords.leavesSearch
    }

    func draw(_ drawing: DrawingContext, on canvas: inout Canvas) {
        let game = drawing.game
        let matches = game.galleryMatches
        let plan = plan(of: matches, in: game)
        let items = matches[plan.window].map { game.galleryItem(for: $0, onWall: plan.wall != nil) }
        if plan.wall != nil { drawHeadingAndRules(of: plan, game, on: &canvas) }
        canvas.drawInside(plan.room) { canvas in
            if items.isEmpty { drawEmpty(game, on: &canvas) }
            let width = canvas.size.columns
            let isShort =
                plan.wall == nil && items.contains { $0.row.needsShortRemark(in: width) }
            for (index, item) in zip(plan.window, items) {
                let isChosen = index == plan.chosen
                canvas.drawInside(plan.area(of: index)) { canvas in
                    if let wall = plan.wall {
                        item.draw(isChosen: isChosen, scale: wall.scale, on: &canvas)
                    } else {
                        item.row.draw(isChosen: isChosen, isShort: isShort, on: &canvas)
                    }
                }
            }
        }
    }

    private func drawHeadingAndRules(
        of plan: GalleryLayout, _ game: GameContext, on canvas: inout Canvas
    ) {
        let (list, size) = (game.matchList, game.size)
        let head = canvas.write(GalleryScreenWords.matches, at: Point(row: 1, column: 2), .strong)
        let count = "\(plan.count)"
        canvas.write(count, at: Point(row: 1, column: head + 3), .faint)
        canvas.write(
            GalleryScreenWords.heading(order: list.order.words, search: list.search),
            at: Point(row: 1, column: head + count.columns + 6), .faint)
        let beyond = plan.window.wordsForHiddenRows(of: plan.count)
        let watchers = game.program.visit?.lobbyState.watchers.count ?? 0
        let right = [beyond, watchers > 0 ? CountWords.watching(watchers) : ""]
            .filter { !$0.isEmpty }.joined(separator: "   ")
        canvas.write(right, at: Point(row: 1, column: size.columns - 2 - right.columns), .faint)
        canvas.drawHorizontalRule(at: Point(row: 2, column: 0), columns: size.columns)
        canvas.drawHorizontalRule(at: Point(row: size.rows - 3, column: 0), columns: size.columns)
    }

    /// Returns the reason why the list is empty, and the next step. Returns no lines until the
    /// matches of other halls have arrived.
    private func emptyLines(in game: GameContext) -> [String] {
        let search = game.matchList.search
        if game.liveMatchCount == 0 {
            return [GalleryScreenWords.noMatches, GalleryScreenWords.matchesToCome]
        }
        guard !search.isEmpty else { return [] }
        return [GalleryScreenWords.nothingFound(search), GalleryScreenWords.leavesSearch]
    }

    private func explainEmptyList(_ game: inout GameContext) {
        if let reason = emptyLines(in: game).first { game.reply(reason) }
    }

    private func drawEmpty(_ game: GameContext, on canvas: inout Canvas) {
        for (row, line) in zip(1..., emptyLines(in: game)) {
            canvas.write(
                line, at: Point(row: row, column: 2), width: canvas.size.columns - 2, .faint)
        }
    }
}

/// A match on a wall of boards, or in a list.
struct MatchGalleryItem: Hashable {
    /// The known parts of a match in another hall.
    struct DistantMatchPreview: Hashable {
        let score: String
        let board: Board?
    }

    let row: ListRow
    /// The progress in a word or two, such as the number of the move.
    let progress: String
    /// The board of a match in this hall, on a wall; nil in a list, for a match in another hall, or
    /// if the board is unknown.
    let board: BoardView?
    /// The preview of a match in another hall, on a wall; otherwise nil.
    var distant: DistantMatchPreview?

    /// The drawing of the board; nil in a list, or if the board is unknown.
    var art: BoardArt? {
        distant?.board.map { BoardArt($0, showsNumbers: false) } ?? board?.art
    }
}

extension MatchGalleryItem {
    func draw(isChosen: Bool, scale: BoardScale, on canvas: inout Canvas) {
        let size = canvas.size
        canvas.drawBox(canvas.bounds, isChosen ? .cursor : .rule)
        drawNamesAndScore(isChosen: isChosen, on: &canvas)
        guard board != nil || distant != nil else { return }
        let picture = scale.boardSize
        art?.draw(
            at: Point(
                row: 1 + (size.rows - 2 - picture.rows) / 2,
                column: (size.columns - picture.columns) / 2), scale: scale, on: &canvas)
        drawFooter(on: &canvas)
    }

    private func drawFooter(on canvas: inout Canvas) {
        let (row, width) = (canvas.size.rows - 1, canvas.size.columns)
        func blankPaddedUnlessEmpty(_ text: String) -> String {
            text.isEmpty ? "" : " " + text + " "
        }
        let start =
            2
            + canvas.write(blankPaddedUnlessEmpty(progress), at: Point(row: row, column: 2), .faint)
        let audience = board?.audience.count ?? 0
        let watchers = blankPaddedUnlessEmpty(audience == 0 ? "" : CountWords.watching(audience))
        let age = blankPaddedUnlessEmpty(
            self.row.figure.filter { $0 != " " }.isEmpty ? "" : self.row.figure)
        let hasAge = start + watchers.columns + age.columns <= width - 2
        let end = width - 2 - (hasAge ? age.columns : 0)
        if hasAge { canvas.write(age, at: Point(row: row, column: end), .faint) }
        guard start + watchers.columns <= end else { return }
        let column = min(max((width - watchers.columns) / 2, start), end - watchers.columns)
        canvas.write(watchers, at: Point(row: row, column: column), .faint)
    }

    private func drawNamesAndScore(isChosen: Bool, on canvas: inout Canvas) {
        guard let board else {
            let score = distant.map { " \($0.score) " } ?? ""
            if isChosen { canvas.showCursor(at: Point(row: 0, column: 2)) }
            let start = canvas.write(
                isChosen ? "▸ " : " ", at: Point(row: 0, column: 2), .cursor)
            var column = 2 + start
            let room = canvas.size.columns - 2 - column - score.columns
            let width = min(row.name.columns, room)
            canvas.write(row.name, at: Point(row: 0, column: column), width: width)
            column += width
            canvas.write(score, at: Point(row: 0, column: column), .faint)
            return
        }
        let score = " " + board.match.score.figures + " "
        let (circle, cross) = (board.circle.name, board.cross.name)
        let start = isChosen ? "▸ " : " "
        // Long names extend to the corners.
        let most = canvas.size.columns - 5 - start.columns - score.columns
        let isLong = circle.columns + cross.columns > most
        let (left, room) = isLong ? (1, most + 2) : (2, most)
        // The longer name gets the room that the shorter one does not need.
        let first = min(circle.columns, max(room / 2, room - cross.columns))
        let second = min(cross.columns, room - first)
        func styleByTurn(_ piece: Piece) -> Style {
            board.match.outcome == nil && board.match.next == piece ? .strong : .plain
        }
        if isChosen { canvas.showCursor(at: Point(row: 0, column: left)) }
        var column = left + canvas.write(start, at: Point(row: 0, column: left), .cursor)
        canvas.write(
            circle, at: Point(row: 0, column: column), width: first, styleByTurn(.circle))
        column += first
        column += canvas.write(score, at: Point(row: 0, column: column), .faint)
        canvas.write(
            cross, at: Point(row: 0, column: column), width: second, styleByTurn(.cross))
        canvas.write(" ", at: Point(row: 0, column: column + second))
    }
}

/// The visible matches and their areas, on a wall of boards, or in a list if there is little room.
struct GalleryLayout: Hashable {
    let count: Int
    let chosen: Int?
    /// The wall; nil for a list.
    let wall: BoardWallLayout?
    let room: Area

    init(count: Int, chosen: Int?, size: Size) {
        self.count = count
        self.chosen = chosen
        let isWall = ScreenSizeClass(size) == .full
        room =
            isWall
            ? Area(row: 3, column: 0, rows: size.rows - 6, columns: size.columns)
            : Area(row: 1, column: 1, rows: size.rows - 3, columns: size.columns - 2)
        wall = isWall ? BoardWallLayout(count: count, room: room.size) : nil
    }

    var columns: Int { wall?.columns ?? 1 }

    var window: Range<Int> {
        wall?.window(around: chosen)
            ?? Range(visibleOf: count, in: room.size.rows, around: chosen)
    }

    func area(of index: Int) -> Area {
        wall?.area(of: index, around: chosen)
            ?? Area(row: index - window.lowerBound, column: 0, rows: 1, columns: room.size.columns)
    }

    func index(at point: Point) -> Int? {
        guard room.contains(point) else { return nil }
        let within = Point(
            row: point.row - room.origin.row, column: point.column - room.origin.column)
        return window.first { area(of: $0).contains(within) }
    }
}

/// The areas of boards on a wall. If all boards fit, they are as large as possible. Otherwise they
/// are as small as possible, and only some are visible.
struct BoardWallLayout: Hashable {
    /// The minimum width of a board with its frame, for two short names and the score.
    private static let narrowest = 26
    /// The largest size. A larger board can't be seen at a glance.
    static let largest = BoardScale.thirteen

    let scale: BoardScale
    /// The number of boards in a row.
    let columns: Int
    private let rows: Int
    private let cell: Size
    private let count: Int
    private let origin: Point

    init(count: Int, room: Size, largest: BoardScale = Self.largest) {
        let scales = BoardScale.allCases.filter { $0 <= largest }
        let fitting = scales.last { Self.capacity(of: room, at: $0) >= max(1, count) }
        scale = fitting ?? .letters
        let least = Self.leastCellSize(at: scale)
        rows = max(1, room.rows / least.rows)
        let columns = Self.columns(of: count, cell: least, in: room)
        let lines = max(1, (count + columns - 1) / columns)
        // Frames share the available width, but keep close together in a wide window.
        let width = min(room.columns / columns, least.columns + 12)
        self.columns = columns
        cell = Size(rows: min(least.rows, room.rows), columns: width)
        let height = cell.rows * min(lines, rows)
        origin = Point(
            row: (room.rows - height) / 2, column: (room.columns - width * columns) / 2)
        self.count = count
    }

    private static let tallRoom = 30

    /// Returns the number of boards in a row. In a low room, there are as few rows as possible. In
    /// a tall room, as little space as possible stays empty.
    private static func columns(of count: Int, cell: Size, in room: Size) -> Int {
        let most = max(1, room.columns / cell.columns)
        let fewestLines = max(1, (count + most - 1) / most)
        let widest = max(1, min(most, (count + fewestLines - 1) / fewestLines))
        guard room.rows >= tallRoom else { return widest }
        func unusedShare(withColumns columns: Int) -> Double {
            let lines = (count + columns - 1) / columns
            let width = min(room.columns / columns, cell.columns + 12) * columns
            let beside = 1 - Double(width) / Double(room.columns)
            let below = 1 - Double(lines * cell.rows) / Double(room.rows)
            return max(beside, below) + Double(lines * columns - count) / Double(lines * columns)
        }
        let fitting = (1...widest).filter {
            (count + $0 - 1) / $0 <= max(fewestLines, room.rows / cell.rows)
        }
        return fitting.min { unusedShare(withColumns: $0) < unusedShare(withColumns: $1) } ?? widest
    }

    private static func leastCellSize(at scale: BoardScale) -> Size {
        let board = scale.boardSize
        return Size(rows: board.rows + 2, columns: max(board.columns + 4, narrowest))
    }

    static func capacity(of room: Size, at scale: BoardScale) -> Int {
        let cell = leastCellSize(at: scale)
        return (room.rows / cell.rows) * (room.columns / cell.columns)
    }

    func window(around chosen: Int?) -> Range<Int> {
        let first = firstLine(around: chosen) * columns
        return first..<max(first, min(count, first + rows * columns))
    }

    /// Draws the visible items of a wall without a selection.
    func draw(on canvas: inout Canvas, _ item: (Int) -> MatchGalleryItem) {
        for index in window(around: nil) {
            canvas.drawInside(area(of: index, around: nil)) {
                item(index).draw(isChosen: false, scale: scale, on: &$0)
            }
        }
    }

    func area(of index: Int, around chosen: Int?) -> Area {
        let line = index / columns - firstLine(around: chosen)
        return Area(
            row: origin.row + line * cell.rows,
            column: origin.column + index % columns * cell.columns, rows: cell.rows,
            columns: cell.columns)
    }

    private func firstLine(around chosen: Int?) -> Int {
        let lines = (count + columns - 1) / columns
        return Range(visibleOf: lines, in: rows, around: (chosen ?? 0) / columns).lowerBound
    }
}

private enum GalleryScreenWords {
    static let title = "matches"
    static let matches = "MATCHES"
    static let noMatches = "There are no matches right now."
    static let matchesToCome = "Matches appear here when they start."
    static let watches = "Enter watches this match."
    static let leavesSearch = "Esc shows all matches."
    static let search = "Find a player:"

    static func heading(order: String, search: String) -> String {
        search.isEmpty ? "sorted by \(order)" : "sorted by \(order)   matching \"\(search)\""
    }

    static func nothingFound(_ search: String) -> String {
        "No player called \"\(search)\" is in a match."
    }
}
