internal import Drawing
internal import Game
internal import Records
internal import SimperiumJSON
internal import Wording

/// The colours to choose from, each of which is shown as soon as it is reached.
struct ThemeList: Hashable, Sendable {
    let themes: [Theme]
    /// What there was before, which Esc brings back.
    let before: Theme
    private(set) var chosen: Int

    /// A theme of the person's own comes first.
    init(from before: Theme) {
        self.before = before
        let isOwn = !Theme.builtIn.contains { $0.name == before.name }
        themes = (isOwn ? [before] : []) + Theme.builtIn
        chosen = themes.firstIndex { $0.name == before.name } ?? 0
    }

    var theme: Theme { themes[chosen] }

    mutating func move(by places: Int) {
        chosen = (chosen + places + themes.count) % themes.count
    }

    /// Those for which there is room, with the chosen one among them, and its row.
    func visible(in rows: Int) -> (themes: ArraySlice<Theme>, chosen: Int) {
        let rows = max(1, min(rows, themes.count))
        let first = max(0, min(chosen - rows / 2, themes.count - rows))
        return (themes[first..<first + rows], chosen - first)
    }
}

extension Client {
    mutating func openThemes() {
        display.helpPage = nil
        display.overlay = .themes(ThemeList(from: preferences.theme))
    }

    mutating func choose(in list: ThemeList, by intent: Intent) {
        var list = list
        switch intent {
        case .move(.up), .move(.left), .previousItem: list.move(by: -1)
        case .move(.down), .move(.right), .nextItem, .chooseTheme: list.move(by: 1)
        case .confirm: return keep(list.theme)
        case .back, .quit:
            display.overlay = nil
            return show(list.before)
        default: return
        }
        display.overlay = .themes(list)
        show(list.theme)
    }

    private mutating func show(_ theme: Theme) {
        guard preferences.theme != theme else { return }
        preferences.theme = theme
        effects.append(.useTheme(theme))
    }

    private mutating func keep(_ theme: Theme) {
        display.overlay = nil
        remember(.theme, JSON(theme.name))
        noticeboard.answer(AnswerWords.colours(theme.name), at: now)
    }
}
