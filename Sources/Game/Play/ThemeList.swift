internal import Drawing
internal import Game
internal import Records
internal import SimperiumJSON
internal import Visit
internal import Wording

/// The list of themes. The screen shows the selected theme at once.
struct ThemeList: Overlay {
    static let table = ActionsWithManualHeading(
        "In the theme list",
        [
            ScreenAction(
                "↑↓", "choose", "preview a theme", also: "Tab",
                keys: ScreenAction.arrows + ScreenAction.tabs),
            ScreenAction(
                "Enter", "keep", "keep this theme", on: KeyStroke(.enter), " ", does: .confirm),
            .close.withLastLineWord("cancel"), .theme.withLastLineWord(nil), .redraw,
        ])

    private let themes: [Theme]
    /// The theme that Esc restores.
    private let before: Theme
    private var chosen: Int

    /// Creates the list of the built-in themes, and selects the current theme. A theme of the
    /// player's own comes first.
    init(from before: Theme) {
        self.before = before
        let isOwn = !Theme.builtIn.contains { $0.name == before.name }
        themes = (isOwn ? [before] : []) + Theme.builtIn
        chosen = themes.firstIndex { $0.name == before.name } ?? 0
    }

    var keys: [ScreenAction]? { Self.table.rows }

    func handle(_ intent: Intent, _ game: inout GameContext) -> Bool {
        var list = self
        switch intent {
        case .move(.up), .move(.left), .previousItem:
            list.chosen = (chosen + themes.count - 1) % themes.count
        case .move(.down), .move(.right), .nextItem, .chooseTheme:
            list.chosen = (chosen + 1) % themes.count
        case .confirm:
            let name = themes[chosen].name
            game.updateProgram { $0.storeSetting(.theme, JSON(name)) }
            game.reply(KeyReplyWords.colours(name))
            return true
        case .back, .quit:
            show(before, &game)
            return true
        default: break
        }
        game.overlay = list
        show(list.themes[list.chosen], &game)
        return true
    }

    private func show(_ theme: Theme, _ game: inout GameContext) {
        guard game.preferences.theme != theme else { return }
        game.preferences.theme = theme
        game.effects.append(.show(.useTheme(theme)))
    }

    /// Draws the list at the side, beside the screen that shows its effect.
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
