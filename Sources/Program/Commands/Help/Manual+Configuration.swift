internal import Drawing
internal import Wording

extension Manual {
    /// tictactoe(5): the configuration file.
    static let configuration = (description + settings + filesAndExample).source

    private typealias Page = ConfigurationPage

    private static let description: [ManualBlock] = [
        .name("tictactoe", summary: Page.summary),
        .heading(ManualHeadings.description),
        .text(Page.introduction),
        .commands([Page.form]),
        .paragraph(Page.lines),
        .paragraph(Page.precedence),
        .numbered(Page.origins),
        .paragraph(Page.doctor),
    ]

    private static let settings: [ManualBlock] = [
        .heading(ManualHeadings.settings),
        .text(list(Option.settings.map { ($0.line, $0.storyOfSetting) })),
        .subheading(Page.Keys.heading),
        .text(Page.Keys.introduction),
        .text(purposes),
        .text(Page.Keys.names),
        .subheading(Page.Themes.heading),
        .text(Page.Themes.introduction),
        .text(styles),
        .text(Page.Themes.colours),
    ]

    private static let filesAndExample: [ManualBlock] = [
        .heading(ManualHeadings.files),
        .items([
            ("Pa ~/.config/tictactoe/config", Page.Files.own),
            ("Pa /etc/xdg/tictactoe/config", Page.Files.machine),
        ]),
        .heading(ManualHeadings.examples),
        .lines("# \(Page.example)\ntheme = light\nsound = no\nserver = play.example"),
        .heading(ManualHeadings.seeAlso),
        .text(".Xr tictactoe 6 ,\n.Xr tictactoe-server 8"),
    ]

    private static let purposes = sentence(KeyPurpose.allCases.map(\.rawValue))
    private static let styles = sentence(Style.names)

    /// The end of a sentence that lists words.
    private static func sentence(_ words: [String]) -> String {
        ManualHeadings.sentence(of: words).lines(wide: 72).joined(separator: "\n")
    }
}

extension Option {
    /// Its line in a file, with what may stand in it.
    fileprivate var line: String {
        let value = form.placeholder ?? (form == .onOff(usually: true) ? "no" : "yes")
        return ".It Ic \(name.escaped) = \(form.placeholder == nil ? "Cm" : "Ar") \(value.escaped)"
    }

    fileprivate var storyOfSetting: String {
        let words = form == .theme ? ManualHeadings.choices(form.words) : ""
        return summary + words + ((standard ?? usual).map(ManualHeadings.otherwise) ?? "")
    }
}
