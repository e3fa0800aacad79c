internal import Drawing
internal import Game
internal import Records
internal import SimperiumJSON
internal import Visit
internal import Wording

/// The list of themes. The screen shows the selected theme at once.
struct ThemeList: Overlay {
    static let actionTable = ActionTable(
        "In the theme list",
        [
            .chooseByArrows("preview a theme"),
            .enter("keep", "keep this theme"),
            .close.withLastLineWord("cancel"), .theme.withLastLineWord(nil), .redraw,
        ])

    private let themes: [Theme]
    /// The theme that Esc restores.
    private let before: Theme
    private var chosen: Int

    /// Creates the list of the built-in themes, and selects the current theme. If the current theme
    /// is not built in, it comes first.
    init(from before: Theme) {
        self.before = before
        let isOwn = !Theme.builtIn.contains { $0.name == before.name }
        themes = (isOwn ? [before] : []) + Theme.builtIn
        chosen = themes.firstIndex { $0.name == before.name } ?? 0
    }

    var actions: [ScreenAction]? { Self.actionTable.rows }

    mutating func handle(_ intent: Intent, _ game: inout GameContext) -> OverlayOutcome {
        switch intent {
        case .confirm:
            let name = themes[chosen].name
            game.updateProgram { $0.storeSetting(.theme, JSON(name)) }
            game.reply(KeyReplyWords.themeChanged(name))
        case .back, .quit: restoreTheme(&game)
        default:
            let move = intent == .chooseTheme ? .nextItem : intent
            chosen = move.choiceIndex(from: chosen, of: themes.count) ?? chosen
            useTheme(themes[chosen], &game)
            return .staysOpen
        }
        return .closes
    }

    func restoreTheme(_ game: inout GameContext) { useTheme(before, &game) }

    private func useTheme(_ theme: Theme, _ game: inout GameContext) {
        guard game.preferences.theme != theme else { return }
        game.preferences.theme = theme
        game.effects.append(.show(.useTheme(theme)))
    }

    /// Draws the list at the right side. The rest of the screen shows the effect of the selected
    /// theme.
    func draw(_ game: GameContext, on canvas: inout Canvas) {
        canvas.drawChoices("Theme", themes.map(\.name), chosen: chosen)
    }
}

extension Theme {
    /// Returns the name of the built-in theme that is `places` steps after the theme called `name`.
    /// The first theme follows the last one.
    static func name(_ places: Int, after name: String) -> String {
        let index = builtIn.firstIndex { $0.name == name } ?? (places > 0 ? -1 : 0)
        return builtIn[(index + places + builtIn.count) % builtIn.count].name
    }
}
