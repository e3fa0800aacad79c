internal import Drawing

/// What `serve` tells its operator on standard output and standard error, beside its log.
package enum ServerWords {
    package static func serving(at address: String) -> String { "serving at \(address)" }

    package static func keys(in path: String) -> String { "the keys are in \(path)" }

    /// A line of such a file, where there is none.
    package static func keysOnce(_ line: String) -> String {
        "app, API key, administrator's token: \(line)"
    }

    /// The first line of the file that they are in.
    package static let keyFileRemark =
        "app, API key, administrator's token; more lines may be added; keep this to yourself"
    package static let sharedKeysRemark = "in use by servers that share an engine"
}

/// Why a server can't begin.
extension ServerWords {
    package static func badAddress(_ endpoint: String) -> String {
        "\(endpoint) is no address of a machine"
    }

    package static let homeless = "there is no data directory; name a file by --store"

    package static func cannotServe(at address: String, reason: String) -> String {
        "can't serve at \(address): \(reason); tictactoe serve --status tells whether a server of"
            + " yours is there"
    }

    package static func badStore(_ path: String, reason: String) -> String {
        "can't use \(path): \(reason)"
    }

    /// In place of its path, where it is in memory.
    package static let store = "the store"

    package static func badKeys(in path: String, reason: String) -> String {
        "can't use the keys in \(path): \(reason)"
    }

    package static func noKeys(of app: String, in path: String) -> String {
        "there are no keys of \(app) in \(path): take the file from another of the servers, or make"
            + " them by --new-keys"
    }

    package static func foreignLine(_ number: Int) -> String {
        "line \(number) is none of ours"
    }

    package static func badCertificate(_ fault: String) -> String {
        "can't use the certificate: \(fault)"
    }

    package static func badToken(in path: String, reason: String) -> String {
        "the lobby's token can't be read from \(path): \(reason)"
    }

    package static let malformedToken = "it is to begin with 32 letters and digits"
}

/// What `serve --status` and `serve --stop` say, and in part `doctor`.
extension ServerWords {
    package static func status(
        version: String, at address: String, process: Int, connections: Int
    ) -> String {
        "a server of version \(version.asForeignText) at \(address): process \(process), "
            + "connections \(connections)"
    }

    /// Behind it, if something is wrong.
    package static let failing = "; its store fails: see its log"
    package static let crowded =
        "; most connections come from one address: if it is a proxy, name it by --trusted-proxy"

    package static func nobody(at address: String) -> String { "no server at \(address)" }

    package static func stranger(at address: String) -> String {
        "what listens at \(address) is no server of ours"
    }

    package static func silence(at address: String) -> String {
        "what listens at \(address) does not answer"
    }

    package static func unreachable(_ address: String, reason: String) -> String {
        "\(address) can't be reached: \(reason)"
    }

    package static func elsewhere(_ address: String) -> String {
        "the server at \(address) does not run on this machine as you"
    }

    package static func left(_ address: String) -> String {
        "the server at \(address) has left"
    }

    package static func stays(_ address: String) -> String {
        "the server at \(address) was asked to leave, and is still there"
    }
}
