internal import Drawing

/// The text of tictactoe(5), the man page of the configuration file.
enum ConfigurationManualPage {
    static var blocks: [ManualBlock] {
        introduction + syntax + precedence + settings + keys + themes + filesAndExamples
    }

    static var introduction: [ManualBlock] {
        [
            .name("tictactoe", summary: "configuration file for the game and the server"),
            .heading("DESCRIPTION"),
            """
            The configuration file sets defaults for
            .Xr tictactoe 6
            and
            .Xr tictactoe-server 8 .
            No file is required, and every setting is optional.
            Your own file is
            .Pa ~/.config/tictactoe/config .
            For example:
            """,
            .fileContent(
                """
                # A name, a light theme, no bell, and a friend's server.
                name = okafor
                theme = light
                sound = no
                server = play.example
                """),
        ]
    }

    static var syntax: [ManualBlock] {
        [
            .heading("SYNTAX"),
            "Each line sets one setting:",
            .commands(["name = value"]),
            """
            The value is the rest of the line, without quotes.
            Spaces around it are removed.
            Blank lines are ignored, and so are lines that start with
            .Ql # .
            A setting can occur only once, unless it is marked as repeatable.
            A switch takes
            .Ql yes
            or
            .Ql no .
            """,
            """
            If a line is wrong, the program prints the line number and exits with status 2.
            """,
            #"""
            A setting has the same name as the option on the command line:
            .Ql theme = light
            and
            .Fl \-theme Ar light
            are the same.
            """#,
        ]
    }

    static var precedence: [ManualBlock] {
        [
            .heading("PRECEDENCE"),
            "If a setting is in more than one place, the first of these applies:",
            .numbered([
                "an option on the command line,",
                """
                an environment variable, such as
                .Ev TICTACTOE_THEME=light
                (separate the values of a repeatable setting with spaces),
                """,
                #"""
                your own file, or the file that
                .Fl \-config
                or
                .Ev TICTACTOE_CONFIG
                names instead,
                """#,
                "the file for all users of the machine,",
                "your choice in the game, if the game has this setting,",
                "the default.",
            ]),
            """
            .Ic tictactoe doctor
            lists every setting with its value, and the option,
            variable or line it comes from.
            It does not show your choices in the game.
            """,
        ]
    }

    static var settings: [ManualBlock] {
        [
            .heading("SETTINGS"),
            .definitionList(Option.settings.map { ($0.settingItem, $0.settingSummary) }),
        ]
    }

    static var keys: [ManualBlock] {
        [
            .heading("KEYS"),
            """
            The setting
            .Ql key
            gives an action another key:
            """,
            .commands(["key = resign=Q"]),
            """
            That action then no longer has its default letters.
            An action can have more than one key, each on its own line.
            Arrows, Enter, Esc, Tab and the digits cannot be changed,
            and neither can the keys of actions that are not in this list:
            """,
            .definitionList(BindableAction.allCases.map(keyItem)),
            #"""
            A key is a character,
            .Ql ctrl\-x ,
            .Ql f1
            to
            .Ql f12 ,
            space, insert, delete, home or end.
            .Ic tictactoe doctor
            reports a key that has two actions on the same screen.
            """#,
        ]
    }

    static var themes: [ManualBlock] {
        [
            .heading("THEMES"),
            """
            The setting
            .Ql theme
            takes the name of a built-in theme, or the path of a theme file.
            A path contains a slash.
            Each line of a theme file sets the style of one element:
            """,
            .fileContent("cross bold cyan\ntitleBar reverse #102030 on 15"),
            #"""
            The elements are
            \#(wrappedList(of: Style.names))
            The attributes are bold, dim, underline and reverse.
            A colour is black, red, green, yellow, blue, magenta, cyan or white,
            with or without
            .Ql bright\- ;
            a number up to 255; or
            .Ql #rrggbb .
            A colour after
            .Ql on
            is the background.
            A line without a colour uses the colour of
            .Ql plain .
            """#,
            """
            .Ic tictactoe doctor
            reports colours that are hard to read.
            The Debian package has the built-in themes in
            .Pa /usr/share/doc/tictactoe/examples .
            """,
            """
            Without a theme, the game asks the terminal for its background,
            even over ssh, and uses
            .Ql light
            or
            .Ql dark .
            For a terminal that does not answer, it reads
            .Ev COLORFGBG ,
            such as
            .Ql 0;15
            for a light background.
            A terminal with 16 colours shows one of these two
            instead of a theme with its own background,
            according to the terminal's background.
            """,
        ]
    }

    static var filesAndExamples: [ManualBlock] {
        [
            .heading("FILES"),
            .items([
                (
                    "Pa ~/.config/tictactoe/config",
                    """
                    your own file, or
                    .Pa tictactoe/config
                    in
                    .Ev XDG_CONFIG_HOME .
                    """
                ),
                (
                    "Pa /etc/xdg/tictactoe/config",
                    """
                    the file for all users of the machine, or
                    .Pa tictactoe/config
                    in the directories of
                    .Ev XDG_CONFIG_DIRS .
                    """
                ),
            ]),
            .heading("EXAMPLES"),
            """
            A server with a certificate and a ban list:
            .Bd -literal -offset indent
            listen = 443
            tls-cert = /etc/tictactoe/fullchain.pem
            tls-key = /etc/tictactoe/privkey.pem
            bans = /etc/tictactoe/bans
            .Ed
            """,
            .heading("SEE ALSO"),
            ".Xr tictactoe 6 ,\n.Xr tictactoe-server 8",
        ]
    }
}

extension ConfigurationManualPage {
    private static func keyItem(of action: BindableAction) -> (term: String, text: String) {
        let (key, summary) = defaultKeyAndSummary(of: action)
        return ("Cm \(action.rawValue)", "\(summary); default: \(key)")
    }

    private static func defaultKeyAndSummary(
        of action: BindableAction
    ) -> (key: String, summary: String) {
        switch action {
        case .left: ("h", "move left")
        case .down: ("j", "move down")
        case .up: ("k", "move up")
        case .right: ("l", "move right")
        case .find: ("n", "look for a match, or stop looking")
        case .invite: ("i", "get an invite code")
        case .join: ("J", "join a friend with an invite code")
        case .watch: ("w", "list the live matches")
        case .bot: ("b", "play a bot")
        case .local: ("2", "start a match at this keyboard")
        case .name: ("none", "change your name")
        case .resign: ("R", "resign the round or game")
        case .draw: ("d", "offer a draw, or accept one")
        case .decline: ("x", "decline an offer, or withdraw yours")
        case .rematch: ("r", "play another round")
        case .next: ("n", "find another opponent")
        case .tv: ("*", "always show the most-watched match")
        case .follow: ("a", "follow a player")
        case .retry: ("F5", "try to reconnect now")
        case .theme: ("t", "choose a theme")
        case .mouse: ("none", "turn the mouse on or off")
        case .bell: ("none", "turn the bell on or off")
        case .notices: ("N", "show recent notices")
        case .help: ("?", "show or hide the help")
        case .actions: (": or Ctrl-P", "find any action by its name")
        case .redraw: ("Ctrl-L", "redraw the screen")
        case .suspend: ("Ctrl-Z", "suspend the game")
        case .quit: ("q", "quit the game")
        }
    }

    /// Returns the words as a list that ends a sentence, in lines of at most 72 characters.
    private static func wrappedList(of words: [String]) -> String {
        "\(ListWords.andList(words)).".lines(wide: 72).joined(separator: "\n")
    }
}

extension Option {
    /// The term of the option's list item: the setting as written in a configuration file.
    fileprivate var settingItem: String {
        let value = kind.placeholder ?? (kind == .onOff(usually: true) ? "no" : "yes")
        return "Ic \(name.escaped) = \(kind.placeholder == nil ? "Cm" : "Ar") \(value.escaped)"
    }

    fileprivate var settingSummary: String {
        var texts = self.texts
        if kind == .theme { texts.summary += HelpWords.choices(kind.words) }
        return texts.summaryWithDefault
    }
}
