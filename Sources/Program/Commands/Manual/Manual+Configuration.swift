internal import Drawing

extension Manual {
    /// The source of tictactoe(5), the page of the configuration file.
    static let configuration =
        (description + syntax + precedence + settings + keys + themes + filesAndExamples).source

    private typealias Page = ConfigurationManualPage

    private static let description: [ManualBlock] = [
        .name("tictactoe", summary: Page.summary),
        .heading(ManualHeadings.description),
        .text(Page.introduction),
        .text(Page.first),
        .lines(
            "# \(Page.example)\nname = okafor\ntheme = light\nsound = no\nserver = play.example"),
    ]

    private static let syntax: [ManualBlock] = [
        .heading(Page.Syntax.heading),
        .text(Page.Syntax.introduction),
        .commands([Page.Syntax.form]),
        .moreParagraphs(Page.Syntax.texts),
    ]

    private static let precedence: [ManualBlock] = [
        .heading(Page.Precedence.heading),
        .text(Page.Precedence.introduction),
        .numbered(Page.Precedence.origins),
        .paragraph(Page.Precedence.doctor),
    ]

    private static let settings: [ManualBlock] = [
        .heading(ManualHeadings.settings),
        .text(definitionList(Option.settings.map { ($0.line, $0.storyOfSetting) })),
    ]

    private static let keys: [ManualBlock] = [
        .heading(ManualHeadings.keys),
        .text(Page.Keys.introduction),
        .commands([Page.Keys.example]),
        .paragraph(Page.Keys.purposes),
        .text(definitionList(BindableAction.allCases.map(\.row))),
        .paragraph(Page.Keys.names),
    ]

    private static let themes: [ManualBlock] = [
        .heading(Page.Themes.heading),
        .text(Page.Themes.introduction),
        .lines(Page.Themes.example),
        .paragraph(Page.Themes.elements),
        .text(styles),
        .text(Page.Themes.colours),
        .moreParagraphs(Page.Themes.texts),
    ]

    private static let filesAndExamples: [ManualBlock] = [
        .heading(ManualHeadings.files),
        .items([
            ("Pa ~/.config/tictactoe/config", Page.Files.own),
            ("Pa /etc/xdg/tictactoe/config", Page.Files.machine),
        ]),
        .heading(ManualHeadings.examples),
        .text(Page.serverExample),
        .lines(
            """
            listen = 443
            tls-cert = /etc/tictactoe/fullchain.pem
            tls-key = /etc/tictactoe/privkey.pem
            bans = /etc/tictactoe/bans
            """),
        .heading(ManualHeadings.seeAlso),
        .text(".Xr tictactoe 6 ,\n.Xr tictactoe-server 8"),
    ]

    private static let styles = listSentence(Style.names)

    /// Returns the end of a sentence that lists words.
    private static func listSentence(_ words: [String]) -> String {
        ManualHeadings.sentence(of: words).lines(wide: 72).joined(separator: "\n")
    }
}

extension BindableAction {
    /// An item of the list of actions: the name, the summary and the default key.
    fileprivate var row: (term: String, text: String) {
        (".It Cm \(rawValue)", words.action + ManualHeadings.defaultSuffix(words.key))
    }

    private var words: (key: String, action: String) {
        switch self {
        case .left: ConfigurationManualPage.KeyActions.left
        case .down: ConfigurationManualPage.KeyActions.down
        case .up: ConfigurationManualPage.KeyActions.up
        case .right: ConfigurationManualPage.KeyActions.right
        case .find: ConfigurationManualPage.KeyActions.find
        case .invite: ConfigurationManualPage.KeyActions.invite
        case .join: ConfigurationManualPage.KeyActions.join
        case .watch: ConfigurationManualPage.KeyActions.watch
        case .bot: ConfigurationManualPage.KeyActions.bot
        case .local: ConfigurationManualPage.KeyActions.local
        case .name: ConfigurationManualPage.KeyActions.name
        case .resign: ConfigurationManualPage.KeyActions.resign
        case .draw: ConfigurationManualPage.KeyActions.draw
        case .decline: ConfigurationManualPage.KeyActions.decline
        case .rematch: ConfigurationManualPage.KeyActions.rematch
        case .next: ConfigurationManualPage.KeyActions.next
        case .tv: ConfigurationManualPage.KeyActions.tv
        case .follow: ConfigurationManualPage.KeyActions.follow
        case .retry: ConfigurationManualPage.KeyActions.retry
        case .theme: ConfigurationManualPage.KeyActions.theme
        case .mouse: ConfigurationManualPage.KeyActions.mouse
        case .bell: ConfigurationManualPage.KeyActions.bell
        case .notices: ConfigurationManualPage.KeyActions.notices
        case .help: ConfigurationManualPage.KeyActions.help
        case .actions: ConfigurationManualPage.KeyActions.actions
        case .redraw: ConfigurationManualPage.KeyActions.redraw
        case .suspend: ConfigurationManualPage.KeyActions.suspend
        case .quit: ConfigurationManualPage.KeyActions.quit
        }
    }
}

extension Option {
    /// The first line of an option's item: the setting as written in a file.
    fileprivate var line: String {
        let value = form.placeholder ?? (form == .onOff(usually: true) ? "no" : "yes")
        return ".It Ic \(name.escaped) = \(form.placeholder == nil ? "Cm" : "Ar") \(value.escaped)"
    }

    fileprivate var storyOfSetting: String {
        var texts = self.texts
        if form == .theme { texts.summary += HelpWords.choices(form.words) }
        return texts.story
    }
}
