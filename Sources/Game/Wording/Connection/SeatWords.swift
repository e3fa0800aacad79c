internal import Drawing
internal import Lobby
package import SimperiumWire

/// What people read of a place in a match that waits for them, was given back, or was lost.
package enum SeatWords {
    /// What stands on the terminal of who has paused.
    package static func paused(_ opponent: String) -> String {
        "tictactoe: your match with \(opponent) waits for a minute; fg goes on."
    }

    package static let takenOver =
        "Your game goes on where you opened it last. Here it has ended."

    package static func back(in opponent: String) -> String {
        "Back in your match with \(opponent)."
    }

    /// Asked before a program that was started for something else begins with that.
    package static func waits(for opponent: String) -> String {
        "Your match with \(opponent) still waits."
    }

    /// To somebody who sits at a board on another of their devices.
    package static func elsewhere(_ opponent: String, on device: String) -> String {
        "You play \(opponent) on another device (\(device.asForeignText))."
    }

    /// Why there is no match to go back to, or none any more; nil if nobody knows.
    package static func lost(_ opponent: String, because end: SeatEnd?) -> String {
        let verdict = end?.outcome.flatMap(SeatVerdict.init)?.sentence
        let result = verdict ?? "The match with \(opponent) is over."
        switch end?.why {
        case .grace: return "You were away for too long. \(result)"
        case .goodbye: return "You had left. \(result)"
        case .taken: return "Your match with \(opponent) goes on in another window."
        case nil: return "The server knows nothing of your match with \(opponent): it is over."
        }
    }
}

/// What is the matter with files that keep such places.
extension SeatWords {
    package static func damaged(_ path: String) -> String {
        "A match that was kept can't be read; the file is \(path).bad now."
    }

    package static func otherVersion(_ path: String) -> String {
        "A match was kept by another version of this program, in \(path)."
    }

    package static func unsafe(_ path: String) -> String {
        "A kept match is left alone: others may have written \(path)."
    }

    package static func notKept(because reason: String) -> String {
        "This match can't be kept for another start: \(reason)."
    }
}
