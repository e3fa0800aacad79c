internal import Drawing
internal import Lobby
internal import SimperiumWebWire

extension ValueFlaw {
    /// What is wrong with a text that was given, and what would be right.
    func sentence(about text: String) -> String {
        switch self {
        case .empty: "it is empty"
        case .notYesOrNo: "\(text.quoted) is neither yes nor no"
        case .notNumber(let range):
            "\(text.quoted) is no number from \(range.lowerBound) to \(range.upperBound)"
        case .notAmong(let words):
            words.nearest(to: text).map { "there is no \(text.quoted); did you mean \($0)?" }
                ?? "there is no \(text.quoted), but \(words.listed(with: "and"))"
        case .name(let flaw): "\(text.quoted) can't be a name: \(flaw.sentence)"
        case .server(let flaw): "\(text.quoted) is no server: \(flaw.sentence)"
        case .badEndpoint: "\(text.quoted) is no place to listen at; \(Endpoint.usual) would be one"
        case .badAppName: "\(text.quoted) is no name of an app; use letters, digits, - and _"
        case .badBinding: "\(text.quoted) gives no key a purpose; resign=Q would"
        case .unknownPurpose(let name):
            "no key is for \(name.quoted); "
                + (KeyPurpose.allCases.map(\.rawValue).nearest(to: name).map {
                    "did you mean \($0)?"
                } ?? "man 5 tictactoe lists what keys are for")
        case .unknownKey(let key):
            "\(key.quoted) is no key that can be chosen; use a character, ctrl-x, f5 or space"
        case .keyTaken(let stroke, let other): "\(stroke) is taken already, for \(other)"
        }
    }
}

extension NameFlaw {
    fileprivate var sentence: String {
        switch self {
        case .empty: "it is empty"
        case .tooWide: "it is longer than \(PlayerName.widest) letters"
        case .blanksAstray: "blanks stand alone, and inside only"
        case .marksAstray: "it has accents without letters, or too many"
        case .notAllowed(let scalar): "\(String(scalar).quoted) can't be in one"
        }
    }
}

extension WebAddress.Flaw {
    fileprivate var sentence: String {
        switch self {
        case .unknownScheme: "it starts with ws:// or wss://, or with the host"
        case .noHost: "the host is missing"
        case .badHost: "the host can't be one"
        case .badPort: "a port is a number from 1 to 65535"
        case .badPath: "the path can't be one"
        }
    }
}

extension ConfigFlaw {
    var sentence: String {
        switch self {
        case .notUTF8: "this is not UTF-8"
        case .noEqualsSign: "a line is key = value, or begins with #"
        case .unknownKey(let key):
            "there is no setting \(key.quoted); "
                + (Option.settings.map(\.name).nearest(to: key).map { "did you mean \($0)?" }
                    ?? "man 5 tictactoe lists them all")
        case .noSetting(let key): "--\(key) is for the command line only"
        case .givenTwice(let key, let line): "\(key) is set on line \(line) already"
        case .badValue(let flaw, let text): flaw.sentence(about: text)
        }
    }
}
