/// The texts of tictactoe(5), the man page of the configuration file.
enum ConfigurationManualPage {
    static var summary: String { "configuration file for the game and the server" }

    static var introduction: String {
        """
        The configuration file sets defaults for
        .Xr tictactoe 6
        and
        .Xr tictactoe-server 8 .
        No file is required, and every setting is optional.
        Your own file is
        .Pa ~/.config/tictactoe/config .
        """
    }
    static var first: String { "For example:" }

    enum Syntax {
        static var heading: String { "SYNTAX" }
        static var introduction: String { "Each line sets one setting:" }
        static var form: String { "name = value" }
        static var texts: [String] {
            [
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
    }

    enum Precedence {
        static var heading: String { "PRECEDENCE" }
        static var introduction: String {
            "If a setting is in more than one place, the first of these applies:"
        }
        /// The origins of settings, the highest precedence first.
        static var origins: [String] {
            [
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
            ]
        }
        static var doctor: String {
            """
            .Ic tictactoe doctor
            lists every setting with its value, and the option,
            variable or line it comes from.
            It does not show your choices in the game.
            """
        }
    }
}

extension ConfigurationManualPage {
    enum Keys {
        static var introduction: String {
            """
            The setting
            .Ql key
            gives an action another key:
            """
        }
        static var example: String { "key = resign=Q" }
        /// The text before the list of actions.
        static var purposes: String {
            """
            That action then no longer has its default letters.
            An action can have more than one key, each on its own line.
            Arrows, Enter, Esc, Tab, the digits,
            and keys without an action cannot be changed.
            These are the actions:
            """
        }
        static let names = #"""
            A key is a character,
            .Ql ctrl\-x ,
            .Ql f1
            to
            .Ql f12 ,
            space, insert, delete, home or end.
            .Ic tictactoe doctor
            reports a key that has two actions on the same screen.
            """#
    }

    /// The default key and the summary of each action.
    enum KeyActions {
        static let left = (key: "h", action: "move left")
        static let down = (key: "j", action: "move down")
        static let up = (key: "k", action: "move up")
        static let right = (key: "l", action: "move right")
        static let find = (key: "n", action: "look for a match, or stop looking")
        static let invite = (key: "i", action: "get an invite code")
        static let join = (key: "J", action: "join a friend with an invite code")
        static let watch = (key: "w", action: "list the live matches")
        static let bot = (key: "b", action: "play a bot")
        static let local = (key: "2", action: "start a match at this keyboard")
        static let name = (key: "none", action: "change your name")
        static let resign = (key: "R", action: "resign the round or game")
        static let draw = (key: "d", action: "offer a draw, or accept one")
        static let decline = (key: "x", action: "decline an offer, or withdraw yours")
        static let rematch = (key: "r", action: "play another round")
        static let next = (key: "n", action: "find another opponent")
        static let tv = (key: "*", action: "always show the most-watched match")
        static let follow = (key: "a", action: "follow a player")
        static let retry = (key: "F5", action: "try to reconnect now")
        static let theme = (key: "t", action: "choose a theme")
        static let mouse = (key: "none", action: "turn the mouse on or off")
        static let bell = (key: "none", action: "turn the bell on or off")
        static let notices = (key: "N", action: "show recent notices")
        static let help = (key: "?", action: "show or hide the help")
        static let actions = (key: ": or Ctrl-P", action: "find any action by its name")
        static let redraw = (key: "Ctrl-L", action: "redraw the screen")
        static let suspend = (key: "Ctrl-Z", action: "suspend the game")
        static let quit = (key: "q", action: "quit the game")
    }

    enum Themes {
        static var heading: String { "THEMES" }
        static var introduction: String {
            """
            The setting
            .Ql theme
            takes the name of a built-in theme, or the path of a theme file.
            A path contains a slash.
            Each line of a theme file sets the style of one element:
            """
        }
        static var example: String { "cross bold cyan\ntitleBar reverse #102030 on 15" }
        /// The text before the list of elements.
        static var elements: String { "The elements are" }
        static let colours = #"""
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
            """#
        static var texts: [String] {
            [
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
                instead of a theme with its own background.
                """,
            ]
        }
    }

    enum Files {
        static var own: String {
            """
            your own file, or
            .Pa tictactoe/config
            in
            .Ev XDG_CONFIG_HOME .
            """
        }
        static var machine: String {
            """
            the file for all users of the machine, or
            .Pa tictactoe/config
            in the directories of
            .Ev XDG_CONFIG_DIRS .
            """
        }
    }

    /// The remark above the example at the start of the page.
    static var example: String { "A name, a light theme, no bell, and a friend's server." }
    static var serverExample: String { "A server with a certificate and a ban list:" }
}
