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
        (".It Cm \(rawValue)", words.action + ManualHeadings.otherwise(words.key))
    }

    private var words: (key: String, action: String) {
        switch self {
        case .left: ConfigurationPage.Purposes.left
        case .down: ConfigurationPage.Purposes.down
        case .up: ConfigurationPage.Purposes.up
        case .right: ConfigurationPage.Purposes.right
        case .find: ConfigurationPage.Purposes.find
        case .invite: ConfigurationPage.Purposes.invite
        case .join: ConfigurationPage.Purposes.join
        case .watch: ConfigurationPage.Purposes.watch
        case .bot: ConfigurationPage.Purposes.bot
        case .local: ConfigurationPage.Purposes.local
        case .name: ConfigurationPage.Purposes.name
        case .resign: ConfigurationPage.Purposes.resign
        case .draw: ConfigurationPage.Purposes.draw
        case .decline: ConfigurationPage.Purposes.decline
        case .rematch: ConfigurationPage.Purposes.rematch
        case .next: ConfigurationPage.Purposes.next
        case .tv: ConfigurationPage.Purposes.tv
        case .follow: ConfigurationPage.Purposes.follow
        case .retry: ConfigurationPage.Purposes.retry
        case .theme: ConfigurationPage.Purposes.theme
        case .mouse: ConfigurationPage.Purposes.mouse
        case .bell: ConfigurationPage.Purposes.bell
        case .notices: ConfigurationPage.Purposes.notices
        case .help: ConfigurationPage.Purposes.help
        case .actions: ConfigurationPage.Purposes.actions
        case .redraw: ConfigurationPage.Purposes.redraw
        case .suspend: ConfigurationPage.Purposes.suspend
        case .quit: ConfigurationPage.Purposes.quit
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
