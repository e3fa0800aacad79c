/// The meaning of each exit status, for the manual.
package enum ExitWords {
    package static let done = "success"
    package static let failed = "failure; the error message gives the reason"
    package static let misused =
        "a mistake on the command line, in the environment or in a configuration file"
    package static let serverUnreachable =
        "the server can't be reached, or is not a tictactoe server"
    package static let notFound =
        "no such player, match, round or code, or no account is signed in;"
        + " for status: no game is waiting for your move"
    package static let refused =
        "refused by the server: it is full, you are banned, or your token or version is wrong"
}
