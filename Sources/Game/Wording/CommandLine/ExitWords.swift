/// What each exit status means, as the manual tells it.
package enum ExitWords {
    package static let done = "all went well"
    package static let failed = "something failed; the message says what"
    package static let misused =
        "the command line, the environment or a configuration file is wrong"
    package static let serverUnreachable = "the server can't be reached, or is none of ours"
    package static let notFound = "there is no such person, match or code"
    package static let refused =
        "the server refused: it is full, keeps you out, or wants another token or version"
}
