package import SimperiumSync

extension ConnectionFailure {
    /// The problem and, if there is one, the next step.
    package var sentence: String {
        switch self {
        case .refused(let address):
            "No server at \(address). Run “\(Self.serving(at: address))”."
        case .notStarted: "The server did not start. Run “tictactoe doctor” to find its log."
        case .nameUnknown: "Offline: \(self). Check the address."
        default: "Offline: \(self)."
        }
    }

    /// A shorter form of the sentence.
    package var fewWords: String {
        if case .refused = self { "No server. Run “tictactoe serve”." } else { sentence }
    }

    /// The problem and the next step, for standard error and plain text.
    package var advice: String {
        switch self {
        case .refused(let address): "\(self); run \(Self.serving(at: address)) there"
        case .notStarted: "\(self); run tictactoe doctor to find its log"
        case .nameUnknown: "\(self); check the spelling"
        case .notSimperium: "\(self); choose another one with --server or --port"
        case .timedOut, .unreachable: "\(self); check the address and your network"
        case .otherVersion: "\(self); install the same version on both"
        default: description
        }
    }

    /// Returns the command that starts a server at `address`.
    private static func serving(at address: String) -> String {
        guard let colon = address.lastIndex(of: ":") else { return "tictactoe serve" }
        return "tictactoe serve --port \(address[address.index(after: colon)...])"
    }
}
