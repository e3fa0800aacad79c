internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumJSON
internal import Visit

struct SettingsScreen: ListScreen {
    static let actionTable = ActionTable(
        "On the settings page",
        [
            .chooseItem, .enter("change", "change the setting"), .retry,
        ] + ScreenAction.common)

    static let section = SettingsScreenWords.section

    var selection = Selection<SettingName>()

    func rows(in game: GameContext) -> [SettingName] { settings(in: game).map(\.name) }

    private func settings(in game: GameContext) -> [SettingField] {
        SettingField.all.filter { setting in
            (game.isSignedIn || !setting.needsAccount)
                && (game.profile.way == .terminal || !setting.needsTerminal)
        }
    }

    private func chosen(in game: GameContext) -> SettingField? {
        let settings = settings(in: game)
        return selection.index(in: settings.map(\.name)).map { settings[$0] }
    }

    mutating func perform(_ intent: Intent, on row: SettingName?, _ game: inout GameContext) {
        switch intent {
        case .confirm, .move(.right): chosen(in: game)?.change(by: 1, &game)
        case .move(.left): chosen(in: game)?.change(by: -1, &game)
        default: break
        }
    }

    func hint(in game: GameContext) -> String {
        guard let setting = chosen(in: game) else { return "" }
        guard game.preferences.fixed.contains(setting.name) else { return setting.enterHint }
        return game.fitting(SettingsScreenWords.isFixed, SettingsScreenWords.isFixedInShort)
    }

    func page(in game: GameContext) -> ListScreenContent {
        var page = ListScreenContent()
        page.lines = [
            .init(
                text: game.isSignedIn
                    ? SettingsScreenWords.inAccount : SettingsScreenWords.onMachine,
                style: .faint)
        ]
        page.rows = settings(in: game).map { setting in
            ListRow(
                name: setting.title, remark: setting.valueWords(in: game),
                wideRemark: game.preferences.fixed.contains(setting.name)
                    ? SettingsScreenWords.fixedRemark : "",
                nameColumns: 20)
        }
        page.aside = numberingPreview(game.numbering)
        return page
    }

    private func numberingPreview(_ numbering: SquareNumbering) -> PageAside {
        var position = Position(first: .circle)
        for square in [Square.centre, .topLeft] { try? position.play(square) }
        var art = BoardArt(position.board)
        art.lastMove = .topLeft
        art.cursor = .topRight
        art.pieceAtCursor = .circle
        art.numbering = numbering
        return PageAside(heading: SettingsScreenWords.looks, art: art)
    }
}

private enum SettingsScreenWords {
    static let section = "settings"
    static let looks = "PREVIEW"
    static let inAccount = "These apply on all your devices."
    static let onMachine = "These apply on this machine."
    /// The end of the row of a setting that the command line, the environment or a file sets.
    static let fixedRemark = ", set at each start"
    static let isFixed = "Options or a file set this at each start. A change lasts until you quit."
    static let isFixedInShort = "Set at each start. Changes end with the game."
}
