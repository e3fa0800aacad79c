internal import Drawing
internal import Game
internal import Lobby
internal import Wording

struct LobbyPicture {
    private let view: LobbyView
    private let layout: ScreenSizeClass
    private let size: Size
    private let hasSextants: Bool
    private let areas: [LobbyScreen.List: Area]
    private let middle: Int
    private let logo: LogoAndPlayerStatus

    init(_ view: LobbyView, size: Size, hasSextants: Bool = false) {
        self.view = view
        self.size = size
        self.hasSextants = hasSextants
        layout = ScreenSizeClass(size)
        middle = layout == .full ? min(max(43, size.columns / 3), 48) : size.columns
        logo = LogoAndPlayerStatus(view.status, rows: size.rows)
        areas = Self.listAreas(size, layout, middle: middle, below: logo.rows, for: view)
    }

    private static func listAreas(
        _ size: Size, _ layout: ScreenSizeClass, middle: Int, below logo: Int, for view: LobbyView
    ) -> [LobbyScreen.List: Area] {
        guard layout == .full else {
            let top = layout == .compact ? 4 : 2
            let room = Area(
                row: top, column: 1, rows: size.rows - top - 2, columns: size.columns - 2)
            return [view.list: room]
        }
        let right = middle + 2
        let width = size.columns - right - 1
        let body = 3..<size.rows - 3
        let menu = Area(
            row: body.lowerBound + logo + 2, column: 1, rows: body.count - logo - 2,
            columns: (view.isAlone ? min(size.columns, 52) : middle) - 2)
        if view.isAlone { return [.menu: menu] }
        if size.columns >= 110 {
            let people = (width - 3) / 2
            let (first, second) = peopleAndMatchRows(size, view)
            return [
                .menu: menu,
                .people: Area(row: 5, column: right, rows: first, columns: people),
                .matches: Area(
                    row: 5, column: right + people + 3, rows: second,
                    columns: width - people - 3),
            ]
        }
        let matches =
            view.isDemo ? demoRows : min(max(view.matches.count, 1), body.count / 3)
        return [
            .menu: menu,
            .people: Area(
                row: 4, column: right, rows: body.count - matches - 3, columns: width),
            .matches: Area(
                row: body.upperBound - matches, column: right, rows: matches, columns: width),
        ]
    }

    /// The height of the demo in a narrow lobby: a line, an empty row, and a board in letters.
    private static let demoRows = 2 + BoardScale.letters.boardSize.rows

    /// Returns true if there is room for a dashboard: a wall of boards below the lists, and cards
    /// below the wall.
    static func isDashboard(_ size: Size) -> Bool { size.columns >= 120 && size.rows >= 40 }

    static let mostBoards = 12

    /// Returns the row counts of the lists of players and matches, for lists that are side by side.
    private static func peopleAndMatchRows(_ size: Size, _ view: LobbyView) -> (Int, Int) {
        guard isDashboard(size) else { return (size.rows - 9, size.rows - 9 - previewRows(size)) }
        let rows = min(max(view.people.count, view.matches.count, 4), size.rows / 5)
        return (rows, rows)
    }

    private static func previewRows(_ size: Size) -> Int {
        guard size.columns >= 110, size.rows >= 34 else { return 0 }
        return size.rows >= 50 ? size.rows - 20 : size.rows / 2 + 2
    }

    func draw(on canvas: inout Canvas, _ botWall: (BotWallPicture) -> Canvas) {
        switch layout {
        case .full: drawFull(on: &canvas, botWall)
        case .compact, .tiny, .none: drawNarrow(on: &canvas)
        }
    }

    func row(at point: Point) -> (list: LobbyScreen.List, index: Int)? {
        for list in LobbyScreen.List.allCases {
            guard let area = areas[list], area.contains(point) else { continue }
            let window = window(of: list)
            let parts = listColumns(of: list, in: area)
            let part = parts.firstIndex { $0.contains(point) } ?? 0
            let index =
                window.lowerBound + part * area.size.rows + point.row - area.origin.row
            return window.contains(index) ? (list, index) : nil
        }
        return nil
    }

    /// The minimum width of a column of players, for the name, the state and the remark.
    private static let personColumns = 34

    /// Returns the columns of a list, side by side. A wide list of players has two if a single
    /// column is too short.
    private func listColumns(of list: LobbyScreen.List, in area: Area) -> [Area] {
        let width = area.size.columns / 2
        guard list == .people, width >= Self.personColumns, view.people.count > area.size.rows
        else { return [area] }
        return [0, width].map { column in
            Area(
                row: area.origin.row, column: area.origin.column + column,
                rows: area.size.rows, columns: width - 1)
        }
    }

    private func window(of list: LobbyScreen.List) -> Range<Int> {
        guard let area = areas[list] else { return 0..<0 }
        let rows = area.size.rows * listColumns(of: list, in: area).count
        return Range(visibleOf: view.rows(of: list).count, in: rows, around: view.chosen[list])
    }
}

extension LobbyPicture {
    private func drawFull(on canvas: inout Canvas, _ botWall: (BotWallPicture) -> Canvas) {
        drawLobbyCounts(row: 1, on: &canvas)
        let width = canvas.size.columns
        canvas.drawHorizontalRule(at: Point(row: 2, column: 0), columns: width)
        canvas.drawHorizontalRule(at: Point(row: canvas.size.rows - 3, column: 0), columns: width)
        if !view.isAlone {
            canvas.drawVerticalRule(at: Point(row: 2, column: middle), rows: canvas.size.rows - 4)
        }
        canvas.drawInside(Area(row: 3, column: 2, rows: logo.rows, columns: middle - 3)) {
            logo.draw(on: &$0)
        }
        for list in LobbyScreen.List.allCases {
            guard let area = areas[list] else { continue }
            drawHeading(of: list, above: area, on: &canvas)
            drawList(list, in: area, on: &canvas)
        }
        guard Self.isDashboard(size), !view.isAlone else {
            drawCardsBelowPeople(on: &canvas)
            return drawMatchPreview(on: &canvas)
        }
        drawWall(on: &canvas, botWall)
        drawCards(on: &canvas)
    }

    private func drawCardsBelowPeople(on canvas: inout Canvas) {
        guard let area = areas[.people] else { return }
        var row = area.origin.row + max(view.people.count, 1) + 1
        for card in view.cards where row + card.rows <= area.rows.upperBound {
            let room = Area(
                row: row, column: area.origin.column + 1, rows: card.rows,
                columns: area.size.columns - 1)
            canvas.drawInside(room) { card.draw(on: &$0) }
            row += card.rows + 1
        }
    }

    private func drawHeading(
        of list: LobbyScreen.List, above area: Area, on canvas: inout Canvas
    ) {
        let point = Point(row: area.origin.row - 1, column: area.origin.column + 1)
        let taken = canvas.write(LobbyPictureWords.heading(of: list), at: point, .strong)
        let count = view.totalCount(of: list)
        if list != .menu, !(list == .matches && view.isDemo) {
            // Spectators without a name are not in the list.
            let listed = count + view.unlistedAbsentees
            let unnamed = list == .people ? max(0, (view.census?.here ?? 0) - listed) : 0
            canvas.write(
                unnamed == 0 ? "\(count)" : LobbyPictureWords.count(count, unnamed: unnamed),
                at: Point(row: point.row, column: point.column + taken + 1), .faint)
        }
        let more = window(of: list).wordsForHiddenRows(of: count)
        let end = Point(row: point.row, column: area.columns.upperBound - more.columns)
        canvas.write(more, at: end, .faint)
    }

    private func drawLobbyCounts(row: Int, on canvas: inout Canvas) {
        guard !view.isAlone else { return }
        var column = 1
        if view.census == nil {
            let point = Point(row: row, column: column)
            column += canvas.write(LobbyPictureWords.notConnected, at: point, .faint) + 3
        }
        for (count, word) in view.census?.figures ?? [] {
            let figure = Point(row: row, column: column)
            guard column + "\(count)".columns + word.columns + 1 < canvas.size.columns else {
                break
            }
            column += canvas.write("\(count)", at: figure, .strong) + 1
            column += canvas.write(word, at: Point(row: row, column: column), .faint) + 3
        }
        let room = canvas.size.columns - column - 2
        guard room >= view.server.columns else { return }
        canvas.write(
            view.server, at: Point(row: row, column: column + 1), width: room, aligned: .right,
            .faint)
    }

    /// The minimum height of the wall: a framed board of size `three`.
    private static let leastWall = BoardScale.three.boardSize.rows + 2

    /// The areas of the wall below the lists, and of the cards below the wall. Cards that would
    /// leave the wall too little room have no area.
    private var dashboard: (wall: Area, cards: [Area]) {
        let top = (areas[.people]?.rows.upperBound ?? 0) + 1
        let (left, bottom) = (middle + 1, size.rows - 3)
        let width = size.columns - left
        let perLine = max(1, min(view.cards.count, width / LobbyCard.columns))
        let needed = (view.cards.count + perLine - 1) / perLine
        let height = (view.cards.map(\.rows).max() ?? 0) + 1
        let lines = max(0, min(needed, (bottom - top - Self.leastWall) / height))
        let start = bottom - lines * height
        let cards = view.cards.indices.prefix(lines * perLine).map { index in
            Area(
                row: start + index / perLine * height,
                column: left + 2 + index % perLine * (width / perLine), rows: height - 1,
                columns: width / perLine - 4)
        }
        return (Area(row: top, column: left, rows: start - top, columns: width), cards)
    }

    /// The wall of the bots' boards; nil if it is not shown.
    var botWallPicture: BotWallPicture? {
        guard let tick = view.botTick, Self.isDashboard(size), !view.isAlone else { return nil }
        return BotWallPicture(room: dashboard.wall.size, tick: tick, hasSextants: hasSextants)
    }

    private func drawWall(on canvas: inout Canvas, _ botWall: (BotWallPicture) -> Canvas) {
        let room = dashboard.wall
        if let botWallPicture {
            return canvas.paste(botWall(botWallPicture), at: room.origin)
        }
        guard !view.wallItems.isEmpty else { return }
        let wall = BoardWallLayout(count: view.wallItems.count, room: room.size, largest: .eleven)
        canvas.drawInside(room) { wall.draw(on: &$0) { view.wallItems[$0] } }
    }

    private func drawCards(on canvas: inout Canvas) {
        for (card, area) in zip(view.cards, dashboard.cards) {
            canvas.drawInside(area) { card.draw(on: &$0) }
        }
    }

    private func drawMatchPreview(on canvas: inout Canvas) {
        guard let preview = view.preview, let area = areas[.matches] else { return }
        if view.isDemo, Self.previewRows(size) == 0 {
            let letters = BoardScale.letters
            let column = area.origin.column + (area.size.columns - letters.boardSize.columns) / 2
            preview.art.draw(
                at: Point(row: area.origin.row + 2, column: column), scale: letters, on: &canvas)
            return
        }
        let rows = Self.previewRows(size)
        guard rows > 0 else { return }
        let room = Area(
            row: area.rows.upperBound + 1, column: area.origin.column - 1, rows: rows,
            columns: area.size.columns + 2)
        canvas.drawInside(room) { drawPreviewOfMatch(preview, on: &$0) }
    }

    private func drawNarrow(on canvas: inout Canvas) {
        let width = canvas.size.columns
        let status = view.status
        if layout == .tiny {
            canvas.write(
                status.headline, at: Point(row: 1, column: 0), width: width, status.style)
        } else {
            canvas.write(
                status.headline, at: Point(row: 1, column: 1), width: width - 10, status.style)
            canvas.write(
                status.clock, at: Point(row: 1, column: width - 9), width: 8, aligned: .right)
            drawLobbyCounts(row: 2, on: &canvas)
            if let area = areas[view.list] {
                drawHeading(of: view.list, above: area, on: &canvas)
            }
        }
        guard let area = areas[view.list] else { return }
        drawList(view.list, in: area, on: &canvas)
        if layout == .tiny { drawArrows(beside: area, on: &canvas) }
    }

    private func drawArrows(beside area: Area, on canvas: inout Canvas) {
        let (window, column) = (window(of: view.list), area.columns.upperBound)
        if window.lowerBound > 0 {
            canvas.put("↑", at: Point(row: area.origin.row, column: column), .strong)
        }
        if window.upperBound < view.rows(of: view.list).count {
            canvas.put("↓", at: Point(row: area.rows.upperBound - 1, column: column), .strong)
        }
    }
}

extension LobbyPicture {
    private func drawList(_ list: LobbyScreen.List, in area: Area, on canvas: inout Canvas) {
        let rows = view.rows(of: list)
        let (window, parts) = (window(of: list), listColumns(of: list, in: area))
        let isShort = rows[window].contains { $0.needsShortRemark(in: parts[0].size.columns) }
        for (number, part) in parts.enumerated() {
            canvas.drawInside(part) { canvas in
                // The matches of other halls may not have arrived yet.
                if view.totalCount(of: list) == 0, view.census != nil {
                    canvas.write(
                        LobbyPictureWords.empty(list), at: Point(row: 0, column: 2),
                        width: canvas.size.columns - 2, .faint)
                }
                let first = number * part.size.rows
                for (line, index) in window.dropFirst(first).prefix(part.size.rows).enumerated() {
                    let isChosen = view.list == list && view.chosen[list] == index
                    canvas.drawInside(row: line) {
                        rows[index].draw(isChosen: isChosen, isShort: isShort, on: &$0)
                    }
                }
            }
        }
    }
}

/// The two pieces in a large size, with the player's state beside them, or below them in a tall
/// window.
struct LogoAndPlayerStatus: Hashable {
    private let status: LobbyView.OwnLobbyStatus
    private let scale: BoardScale

    init(_ status: LobbyView.OwnLobbyStatus, rows: Int) {
        self.status = status
        scale = rows >= 36 ? .nine : .five
    }

    private var isBelow: Bool { scale == .nine }

    var rows: Int { isBelow ? scale.rawValue + 6 : scale.rawValue + 1 }

    func draw(on canvas: inout Canvas) {
        for (index, piece) in [Piece.cross, .circle].enumerated() {
            let column = index * (scale.pictureColumns + 1)
            piece.draw(scale, at: Point(row: 1, column: column), on: &canvas)
        }
        let (row, column) = isBelow ? (scale.rawValue + 2, 0) : (1, 2 * scale.pictureColumns + 3)
        canvas.drawInside(rowsFrom: row, column: column) { drawPlayerStatus(on: &$0) }
    }

    private func drawPlayerStatus(on canvas: inout Canvas) {
        let width = canvas.size.columns
        canvas.write(status.headline, at: .topLeft, width: width, status.style)
        let lines = (status.clock.isEmpty ? [] : [status.clock]) + status.detail
        for (row, line) in lines.prefix(3).enumerated() {
            let isClock = row == 0 && !status.clock.isEmpty
            canvas.write(
                line, at: Point(row: row + 1, column: 0), width: width, isClock ? .plain : .faint)
        }
    }
}

private enum LobbyPictureWords {
    static let notConnected = "Not connected yet."

    static func heading(of list: LobbyScreen.List) -> String {
        switch list {
        case .menu: "PLAY"
        case .people: "PLAYERS"
        case .matches: "MATCHES"
        }
    }

    static func empty(_ list: LobbyScreen.List) -> String {
        switch list {
        case .menu: ""
        case .people: "No players yet. Tell a friend!"
        case .matches: "No matches yet."
        }
    }

    static func count(_ players: Int, unnamed: Int) -> String {
        "\(players) (+\(unnamed) unnamed)"
    }
}
