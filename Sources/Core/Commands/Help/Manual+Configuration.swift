internal import Drawing

extension Manual {
    /// tictactoe(5): the configuration file.
    static let configuration = """
        .Sh NAME
        .Nm tictactoe
        .Nd settings of tictactoe
        .Sh DESCRIPTION
        A configuration file of
        .Xr tictactoe 6
        and
        .Xr tictactoe-server 8
        holds one setting per line:
        .Pp
        .Dl name = value
        .Pp
        Blank lines mean nothing, nor do lines that begin with
        .Ql # .
        The value is the rest of the line, without quotes,
        and without the blanks at its ends.
        A setting stands once in a file, unless it says otherwise below.
        A line that makes no sense is told with its number, and nothing is begun.
        .Pp
        Of several that set the same the first in this order holds:
        .Bl -enum
        .It
        a flag on the command line,
        .It
        a variable of the environment, as in
        .Ev TICTACTOE_THEME=light ,
        where several values are separated by blanks,
        .It
        your own file, or the one that
        .Fl \\-config
        or
        .Ev TICTACTOE_CONFIG
        names,
        .It
        the file of the machine.
        .El
        .Pp
        .Ic tictactoe doctor
        tells each setting, and who set it.
        .Sh SETTINGS
        \(list(Option.settings.map { ($0.line, $0.storyOfSetting) }))
        .Ss Keys
        A line such as
        .Ql key = resign=Q
        gives a key another purpose; the letters that were for it before are free then.
        A purpose may have several keys, each on a line of its own.
        Arrows, Enter, Esc, Tab and the digits stay what they are.
        The purposes are
        \(purposes)
        A key is a character,
        .Ql ctrl\\-x ,
        .Ql f1
        to
        .Ql f12 ,
        space, insert, delete, home or end.
        .Ss Themes
        A theme is a file of lines such as
        .Ql cross bold cyan
        or
        .Ql titleBar reverse #102030 on 15 :
        what is drawn, and how.
        What is drawn is
        \(styles)
        How is bold, dim, underline, reverse and colours: one of the eight names,
        with or without
        .Ql bright\\- ,
        a number up to 255 or
        .Ql #rrggbb ;
        behind
        .Ql on
        it is the paper.
        A colour that a line leaves open is that of
        .Ql plain .
        The option is given the path of the file, with a slash in it.
        .Sh FILES
        .Bl -tag -width Ds
        .It Pa ~/.config/tictactoe/config
        your own, or
        .Pa tictactoe/config
        in
        .Ev XDG_CONFIG_HOME .
        .It Pa /etc/xdg/tictactoe/config
        the machine's, or those in
        .Ev XDG_CONFIG_DIRS .
        .El
        .Sh EXAMPLES
        .Bd -literal -offset indent
        # Light paper, no bell, and a friend's server.
        theme = light
        sound = no
        server = play.example
        .Ed
        .Sh SEE ALSO
        .Xr tictactoe 6 ,
        .Xr tictactoe-server 8
        """

    private static let purposes = sentence(KeyPurpose.allCases.map(\.rawValue))
    private static let styles = sentence(Style.names)

    /// The end of a sentence that lists words.
    private static func sentence(_ words: [String]) -> String {
        (words.listed(with: "and") + ".").lines(wide: 72).joined(separator: "\n")
    }
}

extension Option {
    /// Its line in a file, with what may stand in it.
    fileprivate var line: String {
        let value = form.placeholder ?? (form == .onOff(usually: true) ? "no" : "yes")
        return ".It Ic \(name.escaped) = \(form.placeholder == nil ? "Cm" : "Ar") \(value.escaped)"
    }

    fileprivate var storyOfSetting: String {
        let words = form == .theme ? ": \(form.words.listed(with: "or"))" : ""
        return summary + words + ((standard ?? usual).map { "; otherwise \($0)" } ?? "")
    }
}
