internal import Drawing

extension Manual {
    /// The source of tictactoe(5), the page of the configuration file.
    static let configuration =
        (description + syntax + precedence + settings + keys + themes + filesAndExamples).source

    private typealias Page = ConfigurationPage

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
        .text(list(Option.settings.map { ($0.line, $0.storyOfSetting) })),
    ]

    private static let keys: [ManualBlock] = [
        .heading(ManualHeadings.keys),
        .text(Page.Keys.introduction),
        .commands([Page.Keys.example]),
        .paragraph(Page.Keys.purposes),
        .text(list(KeyPurpose.allCases.map(\.row))),
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

extension KeyPurpose {
    /// An item of the list: the purpose, its action and its default key.
    fileprivate var row: (term: String, text: String) {
        (".It Cm \(rawValue)", words.action + ManualHeadings.defaultValue(words.key))
    }

    private var words: (key: String, action: String) {
        switch self {
        case .left: ConfigurationPage.KeyActions.left
        case .down: ConfigurationPage.KeyActions.down
        case .up: ConfigurationPage.KeyActions.up
        case .right: ConfigurationPage.KeyActions.right
        case .find: ConfigurationPage.KeyActions.find
        case .invite: ConfigurationPage.KeyActions.invite
        case .join: ConfigurationPage.KeyActions.join
        case .watch: ConfigurationPage.KeyActions.watch
        case .bot: ConfigurationPage.KeyActions.bot
        case .local: ConfigurationPage.KeyActions.local
        case .name: ConfigurationPage.KeyActions.name
        case .resign: ConfigurationPage.KeyActions.resign
        case .draw: ConfigurationPage.KeyActions.draw
        case .decline: ConfigurationPage.KeyActions.decline
        case .rematch: ConfigurationPage.KeyActions.rematch
        case .next: ConfigurationPage.KeyActions.next
        case .tv: ConfigurationPage.KeyActions.tv
        case .follow: ConfigurationPage.KeyActions.follow
        case .retry: ConfigurationPage.KeyActions.retry
        case .theme: ConfigurationPage.KeyActions.theme
        case .mouse: ConfigurationPage.KeyActions.mouse
        case .bell: ConfigurationPage.KeyActions.bell
        case .notices: ConfigurationPage.KeyActions.notices
        case .help: ConfigurationPage.KeyActions.help
        case .actions: ConfigurationPage.KeyActions.actions
        case .redraw: ConfigurationPage.KeyActions.redraw
        case .suspend: ConfigurationPage.KeyActions.suspend
        case .quit: ConfigurationPage.KeyActions.quit
        }
    }
}

extension Option {
    /// The line that assigns the key in a file.
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
