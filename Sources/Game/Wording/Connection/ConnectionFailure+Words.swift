package import SimperiumSync

extension ConnectionFailure {
    /// What is the matter and, where there is one, the next step.
    package var sentence: String {
        switch self {
        case .refused(let address):
            "No server at \(address); “\(Self.serving(at: address))” starts one."
        case .notStarted: "No server could be started: “tictactoe doctor” tells where its log is."
        case .nameUnknown: "Offline: \(self). Check the address."
        default: "Offline: \(self)."
        }
    }

    /// The same where there is little room.
    package var fewWords: String {
        if case .refused = self { "No server; tictactoe serve starts one." } else { sentence }
    }

    /// The same for whoever reads it on a line of standard error, or in one.
    package var advice: String {
        switch self {
        case .refused(let address): "\(self); \(Self.serving(at: address)) starts one there"
        case .notStarted: "\(self); tictactoe doctor tells where its log is"
        case .nameUnknown: "\(self); check it, or ask who told you"
        case .notSimperium: "\(self); name another one by --server, or another port by --port"
        case .timedOut, .unreachable: "\(self); check the address and the way there"
        case .otherVersion: "\(self); install the same on both sides"
        default: description
        }
    }

    /// What starts a server that would be found at an address.
    private static func serving(at address: String) -> String {
        guard let colon = address.lastIndex(of: ":") else { return "tictactoe serve" }
        return "tictactoe serve --port \(address[address.index(after: colon)...])"
    }
}
