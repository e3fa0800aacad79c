/// tictactoe(5): the configuration file.
package enum ConfigurationPage {
    package static let summary = "settings of tictactoe"

    package static let introduction = """
        A configuration file of
        .Xr tictactoe 6
        and
        .Xr tictactoe-server 8
        holds one setting per line:
        """
    package static let form = "name = value"
    package static let lines = """
        Blank lines mean nothing, nor do lines that begin with
        .Ql # .
        The value is the rest of the line, without quotes,
        and without the blanks at its ends.
        A setting stands once in a file, unless it says otherwise below.
        A line that makes no sense is reported with its number, and the program ends.
        """
    package static let precedence =
        "Where the same is set in several places, the first of these holds:"
    /// The first holds.
    package static let origins = [
        "a flag on the command line,",
        """
        a variable of the environment, as in
        .Ev TICTACTOE_THEME=light ,
        where several values are separated by blanks,
        """,
        #"""
        your own file, or the one that
        .Fl \-config
        or
        .Ev TICTACTOE_CONFIG
        names,
        """#,
        "the file of the machine.",
    ]
    package static let doctor = """
        .Ic tictactoe doctor
        tells each setting, and where it was made.
        """
}

extension ConfigurationPage {
    package enum Keys {
        package static let heading = "Keys"
        /// The purposes come behind it.
        package static let introduction = """
            A line such as
            .Ql key = resign=Q
            gives a purpose another key; its letters from before are free then.
            A purpose may have several keys, each on a line of its own.
            Arrows, Enter, Esc, Tab and the digits stay what they are.
            The purposes are
            """
        package static let names = #"""
            A key is a character,
            .Ql ctrl\-x ,
            .Ql f1
            to
            .Ql f12 ,
            space, insert, delete, home or end.
            """#
    }

    package enum Themes {
        package static let heading = "Themes"
        /// The styles come behind it.
        package static let introduction = """
            A theme is a file of lines such as
            .Ql cross bold cyan
            or
            .Ql titleBar reverse #102030 on 15 :
            what is drawn, and how.
            What is drawn is
            """
        package static let colours = #"""
            How it is drawn is said by bold, dim, underline and reverse, and by a colour:
            black, red, green, yellow, blue, magenta, cyan or white,
            with or without
            .Ql bright\- ;
            a number up to 255; or
            .Ql #rrggbb .
            A colour behind
            .Ql on
            is the background.
            A colour that a line leaves open is that of
            .Ql plain .
            The option is given the path of the file, with a slash in it.
            .Pp
            Without a theme the game asks the terminal for its background, over ssh as well,
            and takes
            .Ql light
            or
            .Ql dark .
            On a terminal of sixteen colours it shows one of these two
            in place of a theme that has a background of its own.
            """#
    }

    package enum Files {
        package static let own = """
            your own, or
            .Pa tictactoe/config
            in
            .Ev XDG_CONFIG_HOME .
            """
        package static let machine = """
            the machine's, or those in
            .Ev XDG_CONFIG_DIRS .
            """
    }

    /// Above a few settings.
    package static let example = "A light theme, no bell, and a friend's server."
}
