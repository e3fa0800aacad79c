package import Drawing

/// The output of `tictactoe serve` for its operator, other than its log.
package enum ServerWords {
    package static func serving(at address: String) -> String { "serving at \(address)" }

    package static func keys(in path: String) -> String { "the keys are in \(path)" }

    /// Returns a line of the key file, for a server that prints its keys because it has no key
    /// file.
    package static func printedKeyLine(_ line: String) -> String {
        "app, API key, administrator token: \(line)"
    }

    /// The first line of the key file.
    package static let keyFileRemark =
        "app, API key, administrator token; you can add lines; keep this file secret"
    /// `AppKeyRing` looks for this text in key files of earlier versions, so the text must not
    /// change.
    package static let sharedKeysRemark = "in use by servers that share an engine"
}

/// The errors at the start of a server.
extension ServerWords {
    package static func cannotCreateDataDirectory(_ path: String, because reason: String) -> String
    {
        "can't create the data directory \(path): \(reason); name a store with --store"
    }

    package static let homeless = "there is no data directory: name a store with --store"

    package static var unsafeKeyFile: String {
        "it must be a regular file of the server's user or of root that other users can't read: "
            + "run chown and chmod o= on it"
    }

    package static func invalidLine(_ number: Int) -> String {
        "line \(number) is not valid"
    }

    package static func cannotReadToken(in path: String, reason: String) -> String {
        "can't read a token from \(path): \(reason)"
    }

    package static let malformedToken = "its first word must be at least 32 letters and digits"
}

/// The output of `serve --status` and `serve --stop`, and partly of `doctor`.
extension ServerWords {
    package static func status(
        version: ForeignText, at address: String, process: Int, connections: Int
    ) -> String {
        "server at \(address): version \(version), process \(process), "
            + "connections \(connections)"
    }

    /// Returns the text for `word`, a server's durability in `/healthz`; empty for an unknown
    /// word, such as an older server's.
    package static func durability(_ word: String) -> String {
        switch word {
        case "disk": "; acknowledged changes survive a power cut"
        case "process": "; a power cut may take the last acknowledged changes"
        case "memory": "; data is in memory only"
        case "unknown":
            "; Redis does not show whether acknowledged changes survive a power cut"
                + " (allow the servers config|get)"
        default: ""
        }
    }

    /// Returns the end of the status line of a server whose store is failing.
    package static func failing(because reason: ForeignText?) -> String {
        "; its store is failing" + (reason.map { " (\($0))" } ?? "") + ": see its log"
    }

    package static let crowded =
        "; most connections come from one address: if it is a proxy, name it with --trusted-proxy"

    package static func noServer(at address: String) -> String { "no server at \(address)" }

    package static func foreignProgram(at address: String) -> String {
        "\(address) is not a tictactoe server"
    }

    package static func noAnswer(at address: String) -> String {
        "the program at \(address) does not answer"
    }

    package static func unreachable(_ address: String, reason: String) -> String {
        "can't reach \(address): \(reason)"
    }

    package static func notOnThisMachine(_ address: String) -> String {
        "the server at \(address) is not running on this machine"
    }

    package static func serverStopped(_ address: String) -> String {
        "the server at \(address) has stopped"
    }

    package static func stillRunning(_ address: String) -> String {
        "the server at \(address) was asked to stop, but is still running"
    }
}
