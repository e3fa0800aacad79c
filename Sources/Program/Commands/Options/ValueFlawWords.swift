internal import Drawing
internal import Lobby
internal import SimperiumWebWire

extension ValueFlaw {
    /// Returns a message about the error in `text`. Most messages contain a way to correct the
    /// error.
    func sentence(about text: String) -> String {
        switch self {
        case .empty: "the value is empty"
        case .notYesOrNo: "\(text.quoted) is neither yes nor no"
        case .notNumber(let range):
            "\(text.quoted) is not a number from \(range.lowerBound) to \(range.upperBound)"
        case .notAmong(let words):
            words.nearest(to: text).map { "unknown value \(text.quoted). Did you mean \($0)?" }
                ?? "\(text.quoted) is not one of \(words.joined(separator: ", "))"
        case .name(let flaw): "\(text.quoted) is not a valid name: \(flaw.clause)"
        case .server(let flaw): "\(text.quoted) is not a valid server address: \(flaw.clause)"
        case .tooManyServers:
            "too many addresses: at most \(LobbyOptions.maxServerCount) are allowed"
        case .badEndpoint:
            "\(text.quoted) is not a port from 0 to 65535, or an IP address with a port such as "
                + "\(ListenEndpoint.localDefault)"
        case .badAppName:
            "\(text.quoted) is not a valid app name: use letters, digits, and . _ -"
        case .badAddresses: "\(text.quoted) is not an IP address or a range such as 10.0.0.0/8"
        case .badOrigin: "\(text.quoted) is not a web origin such as https://example.org"
        case .badRedisAddress:
            "\(text.quoted) is not a Redis address such as redis://HOST or "
                + "rediss://NAME@HOST:PORT,HOST:PORT"
        case .badBinding: "\(text.quoted) is not ACTION=KEY, such as resign=Q"
        case .unknownAction(let name): Self.sentence(aboutUnknownAction: name)
        case .unknownKey(let key):
            "\(key.quoted) can't be assigned: use a character, ctrl-x, f5 or space"
        case .keyTaken(let stroke, let other): "\(stroke) is already assigned (\(other))"
        }
    }

    private static func sentence(aboutUnknownAction name: String) -> String {
        let advice = BindableAction.allCases.map(\.rawValue).advice(
            for: name, otherwise: "tictactoe help config lists the actions")
        return "unknown action \(name.quoted)\(advice)"
    }
}

extension NameFlaw {
    fileprivate var clause: String {
        switch self {
        case .empty: "it is empty"
        case .tooWide: "it is wider than \(PlayerName.widest) columns"
        case .blanksAstray: "only single spaces between words are allowed"
        case .marksAstray: "it has accents without letters, or too many"
        case .notAllowed(let scalar): "\(String(scalar).quoted) is not allowed"
        }
    }
}

extension WebSocketAddressFlaw {
    fileprivate var clause: String {
        switch self {
        case .unknownScheme: "use ws:// or wss://, or only the host name"
        case .noHost: "the host name is missing"
        case .badHost: "the host name is not valid"
        case .badPort: "the port must be a number from 1 to 65535"
        case .badPath: "the path is not valid"
        }
    }
}
