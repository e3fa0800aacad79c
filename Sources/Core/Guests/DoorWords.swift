internal import Commands
internal import Lobby

/// Why a guest can't have what they came for.
enum Refusal: Hashable, Sendable, CaseIterable {
    case noShell
    case noTerminal
    case noScreen
    case noLobby

    var sentence: String {
        switch self {
        case .noShell:
            "This server has no shell: commands are not executed. It knows only: play,"
                + " watch [NAME], join CODE, players [--json]."
        case .noTerminal:
            "This game needs a terminal. Connect with: ssh -t ..."
        case .noScreen:
            "This game can't draw on your terminal. Set TERM to what it is, such as"
                + " xterm-256color, and come again."
        case .noLobby: "The lobby can't be reached at present. Please try again in a minute."
        }
    }

    var status: ExitStatus {
        switch self {
        case .noShell, .noTerminal, .noScreen: .failed
        case .noLobby: .serverUnreachable
        }
    }
}

extension ConnectionLimits {
    private func minutes(_ duration: Duration) -> String {
        let minutes = max(1, duration.components.seconds / 60)
        return minutes == 1 ? "a minute" : "\(minutes) minutes"
    }

    var idleWarning: String {
        "No key for \(minutes(idle - warning)): you leave in \(minutes(warning)) unless you"
            + " press one."
    }

    var idleExitStatus: String {
        "You pressed no key for \(minutes(idle)), so your place went to others. Come back any time."
    }
}

extension Census {
    var json: String {
        "{\"version\":1,\"here\":\(here),\"free\":\(free),\"playing\":\(playing),"
            + "\"watching\":\(watching),\"matches\":\(matches)}"
    }
}
