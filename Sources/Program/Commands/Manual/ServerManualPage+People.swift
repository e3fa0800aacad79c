extension ServerManualPage {
    static var people: [ManualBlock] {
        [
            .heading("ACCOUNTS AND BANS"),
            """
            .Ic tictactoe accounts
            manages accounts on this machine's server while it runs:
            the players', or with
            .Fl \\-app Ar NAME
            those of another app.
            It reads the administrator token from the keys file,
            which is beside the data file:
            """,
            .commands(["sudo tictactoe accounts list --store /var/lib/tictactoe/server.db"]),
            .items([
                ("Cm list", "lists the accounts."),
                (
                    "Cm add Ar NAME",
                    """
                    creates an account.
                    Without
                    .Fl \\-password\\-file
                    it gets a random password, which is printed.
                    """
                ),
                (
                    "Cm lock Ar NAME",
                    "signs the player out on all devices and blocks further sign-ins."
                ),
                ("Cm unlock Ar NAME", "allows sign-ins again."),
                (
                    "Cm reset Ar NAME",
                    """
                    prints a code for a new password.
                    It is valid for one hour.
                    """
                ),
                (
                    "Cm delete Ar NAME",
                    """
                    deletes the account and all its data.
                    A player's name stays reserved for 90 days.
                    """
                ),
                (
                    "Cm keys",
                    """
                    prints the app's API key and administrator token.
                    If there are none, it creates them.
                    """
                ),
                (
                    "Cm import Ar NAME Ar FILE , Cm export Ar NAME Ar FILE",
                    "copy notes: see MOVING FROM SIMPLENOTE."
                ),
            ]),
            """
            The player uses the code with
            .Ic tictactoe account reset Ar NAME .
            """,
            """
            The actions are also HTTP requests below
            .Pa /1/APP/accounts/ ,
            with the administrator token.
            .Pa Sources/EXTENSIONS.md
            describes them.
            """,
        ]
    }

    static var bans: [ManualBlock] {
        [
            .subheading("Bans"),
            #"""
            .Fl \-bans
            names a ban list.
            The file must exist when the server starts,
            and the service must be able to read it:
            """#,
            .commands(["sudo install -D -m 644 /dev/null /etc/tictactoe/bans"]),
            #"""
            Each line contains an address,
            a range of addresses or the fingerprint of an ssh key.
            The last day of the ban (in UTC) and a reason can follow.
            Lines that start with
            .Ql #
            are comments:
            """#,
            .fileContent(
                """
                # robots
                203.0.113.0/24 2027-01-31 Too many robots: write to host@example.org
                2001:db8::/32
                SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8 Left every game
                """),
            """
            The door shows the reason to a banned guest and closes the connection.
            Connections from a banned address to the server are refused;
            behind a proxy, its requests get status 403.
            The log contains one line for each banned address,
            and the address and the key of each guest by ssh who leaves.
            Guests don't need a key, so a banned guest can return without the key.
            """,
        ]
    }

    static var banCommand: [ManualBlock] {
        [
            """
            .Ic tictactoe ban
            changes the list, and
            .Dv SIGHUP
            makes the server reread it:
            """,
            .fileContent(
                #"""
                sudo tictactoe ban --bans /etc/tictactoe/bans \
                    add 203.0.113.7 2027-01-31 Too many robots
                sudo tictactoe ban --bans /etc/tictactoe/bans \
                    remove 203.0.113.7
                tictactoe ban --bans /etc/tictactoe/bans list
                sudo systemctl reload tictactoe
                """#),
            #"""
            A ban does not disconnect clients that are already connected.
            With
            .Fl \-store Ar redis://HOST ,
            the command changes the list of all servers on that Redis,
            which takes effect within a second.
            A door on another machine has its own file.
            """#,
        ]
    }

    static var closedLobby: [ManualBlock] {
        [
            .subheading("A closed lobby"),
            #"""
            With
            .Fl \-lobby\-token\-file ,
            only programs with the same token can enter the lobby.
            The first word of the file is a token of at least 32 letters and digits.
            To create such a file, run
            .Ic openssl rand \-hex 16 > FILE .
            Give the file to your players, who use the same option.
            Guests who use the server's own door need no token.
            Add
            .Fl \-no\-door
            to keep them out.
            """#,
        ]
    }
}
