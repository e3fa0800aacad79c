import Commands
import Records
import SimperiumLoop
import SimperiumReplica
import Visit
import Wording

/// The parts of a command about an account: a loop, the route to the server, and the account's
/// files on this machine.
struct CommandContext {
    let loop: Loop
    let route: LobbyRoute
    /// Nil for a user without a home.
    let places: AccountPlaces?

    init(_ lobby: LobbyOptions, startsServer: Bool = false) throws {
        loop = try Loop()
        route = try LobbyRoute(lobby, on: loop, startsServer: startsServer)
        let folder = FileLocations(environment: ThisProcess.environment).dataFolder
        places = folder.map { [route] in AccountPlaces(in: $0 + "/accounts", at: route.origin) }
    }

    /// Asks the server, and waits for the reply.
    func ask(_ request: AccountRequest) -> AccountReply {
        var reply = AccountReply.refused(.unavailable)
        route.ask(request) { answer in
            reply = answer
            loop.stop()
        }
        loop.run()
        return reply
    }

    /// Returns the account that is signed in on this machine, with its copy, which the caller
    /// closes; nil if there is none.
    func signedIn(printsWarnings: Bool = true) -> (copy: AccountCopy, file: CopyFile?)? {
        guard let places else { return nil }
        let finding = AccountFinding(in: places, at: route.origin, isSafe: true)
        if printsWarnings { for warning in finding.warnings { complain(warning) } }
        return finding.signedIn.map { ($0, finding.file) }
    }
}

extension AccountRefusal {
    /// The exit status of a command that was refused.
    var status: ExitStatus {
        switch self {
        case .offline: .serverUnreachable
        case .nobodyCalledSo: .notFound
        default: .refused
        }
    }
}

/// Prints a result on standard output, under the program's name.
func report(_ sentence: String) {
    Descriptor.standardOutput.say("tictactoe: \(sentence)")
}

/// Prints an error or a warning on standard error, and returns the exit status.
@discardableResult
func complain(_ sentence: String, _ status: ExitStatus = .failed) -> ExitStatus {
    Descriptor.standardError.say("tictactoe: \(sentence)")
    return status
}
