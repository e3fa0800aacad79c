package import Drawing
internal import Game
package import Lobby
package import SimperiumWire

/// Texts about a saved seat in a match: the match waits, was resumed, or was lost.
package enum SavedSeatWords {
    package static func matchWaitsWhileSuspended(_ opponent: String) -> String {
        "tictactoe: your match with \(opponent) will wait for one minute. Run fg to continue."
    }

    package static var sessionTakenOver: String {
        "Your game continues where you last opened it. This session has ended."
    }

    /// Returns the text for a user who starts the program for another purpose while a match waits.
    package static func matchStillWaits(for opponent: String) -> String {
        "Your match with \(opponent) is still waiting."
    }

    package static func playingOnOtherDevice(_ opponent: String, on device: ForeignText) -> String {
        "You are playing \(opponent) on another device (\(device))."
    }

    /// Returns the reason why the match can't be resumed. `end` is nil if the server does not know
    /// how the session ended.
    package static func matchNotResumable(_ opponent: String, because end: SessionEnd?) -> String {
        let verdict = end?.outcome.flatMap(ReturningPlayerResult.init)?.sentence
        let result = verdict ?? "The match with \(opponent) is over."
        switch end?.why {
        case .grace: return "You were away for too long. \(result)"
        case .goodbye: return "You left the match. \(result)"
        case .taken: return "Your match with \(opponent) continues in another window."
        case nil: return "The server no longer has your match with \(opponent). The match is over."
        }
    }
}

/// Problems with the files of saved seats.
extension SavedSeatWords {
    package static func savedMatchDamaged(_ path: String) -> String {
        "A saved match can't be read. The file was renamed to \(path).bad."
    }

    package static func savedMatchOfOtherVersion(_ path: String) -> String {
        "The saved match in \(path) is from another version of this program."
    }

    package static func savedMatchUnsafe(_ path: String) -> String {
        "A saved match was ignored: other users may have changed \(path)."
    }

    package static func noLockableFile(of count: Int) -> String {
        "none of the \(count) files can be locked"
    }

    package static func matchNotSaved(because reason: String) -> String {
        "This match can't be saved for next time: \(reason)."
    }
}

extension ReturningPlayerResult {
    /// The result of a match, for a player who returned too late.
    package var sentence: String {
        let figures = score.played == 0 ? "" : " You \(score.won)–\(score.lost) \(opponent)."
        switch result {
        case .lost: return "\(opponent) won round \(round).\(figures)"
        case .won: return "You won round \(round).\(figures)"
        case .undecided: return "Round \(round) has no result.\(figures)"
        }
    }
}
