/// The texts of tictactoe(5), the man page of the configuration file.
package enum ConfigurationPage {
    package static let summary = "configuration file of the game and of the server"

    package static let introduction = """
        The configuration file sets defaults for
        .Xr tictactoe 6
        and
        .Xr tictactoe-server 8 .
        No file is required, and every setting is optional.
        Your own file is
        .Pa ~/.config/tictactoe/config .
        """
    package static let first = "For example:"

    package enum Syntax {
        package static let heading = "SYNTAX"
        package static let introduction = "Each line sets one setting:"
        package static let form = "name = value"
        package static let texts = [
            """
            The value is the rest of the line, without quotes.
            Spaces around it are removed.
            Blank lines are ignored, and so are lines that start with
            .Ql # .
            A setting can occur only once, unless its description allows more.
            A switch takes
            .Ql yes
            or
            .Ql no .
            """,
            """
            If a line is wrong, the program prints its number and exits with status 2.
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

    package enum Precedence {
        package static let heading = "PRECEDENCE"
        package static let introduction =
            "If a setting is in several places, the first of these applies:"
        /// The highest precedence comes first.
        package static let origins = [
            "an option on the command line,",
            """
            an environment variable, such as
            .Ev TICTACTOE_THEME=light ,
            with spaces between several values,
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
        package static let doctor = """
            .Ic tictactoe doctor
            lists every setting with its value, and the option,
            variable or line it comes from.
            It does not show your choices in the game.
            """
    }
}

extension ConfigurationPage {
    package enum Keys {
        package static let introduction = """
            The setting
            .Ql key
            assigns another key to a purpose:
            """
        package static let example = "key = resign=Q"
        /// The list of purposes follows.
        package static let purposes = """
            The default letters of that purpose are free then.
            A purpose can have several keys, each on its own line.
            Arrows, Enter, Esc, Tab and the digits cannot be changed.
            The purposes are
            """
        package static let names = #"""
            A key is a character,
            .Ql ctrl\-x ,
            .Ql f1
            to
            .Ql f12 ,
            space, insert, delete, home or end.
            .Ic tictactoe doctor
            reports a key that has two purposes on one screen.
            """#
    }

    package enum Themes {
        package static let heading = "THEMES"
        package static let introduction = """
            The setting
            .Ql theme
            takes the name of a built-in theme, or the path of a theme file.
            A path contains a slash.
            Each line of a theme file sets the style of one element:
            """
        package static let example = "cross bold cyan\ntitleBar reverse #102030 on 15"
        /// The list of elements follows.
        package static let elements = "The elements are"
        package static let colours = #"""
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
        package static let texts = [
            """
            .Ic tictactoe doctor
            reports colours that are hard to read.
            The Debian package has the built-in themes in
            .Pa /usr/share/doc/tictactoe/examples .
            """,
            """
            Without a theme the game asks the terminal for its background,
            over ssh as well,
            and uses
            .Ql light
            or
            .Ql dark .
            A terminal with 16 colours shows one of these two
            instead of a theme with its own background.
            """,
        ]
    }

    package enum Files {
        package static let own = """
            your own file, or
            .Pa tictactoe/config
            in
            .Ev XDG_CONFIG_HOME .
            """
        package static let machine = """
            the file for all users of the machine, or
            .Pa tictactoe/config
            in the folders of
            .Ev XDG_CONFIG_DIRS .
            """
    }

    /// The remark above the example at the start of the page.
    package static let example = "A name, a light theme, no bell, and a friend's server."
    package static let serverExample = "A server with a certificate and a ban list:"
}
