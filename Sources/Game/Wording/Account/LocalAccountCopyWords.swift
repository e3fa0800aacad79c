package import Drawing
package import Records
package import SimperiumClock

/// Texts about the copies of the user's account on this machine.
package enum LocalAccountCopyWords {
    package static func sessionEndedNowGuest(_ name: ForeignText) -> String {
        "The server ended your session as \(name). You are now playing as a guest."
    }

    package static func choicesNotSaved(because reason: String) -> String {
        "Your choice can't be saved for the next start: \(reason)."
    }

    package static var changesNotSaved: String {
        """
        Not saved: this machine can't store changes to your account. Nothing else was lost.
        """
    }

    package static var changeRejected: String { "The server rejected a change to your account." }
    package static var resultRejected: String { "The server rejected the result of a round." }

    /// Returns the warning for a disk error; `reason` is nil if the disk does not respond.
    package static func accountNotStored(because reason: String?) -> String {
        let trouble = reason ?? "the disk isn't responding"
        return """
            Your account is only saved on the server for now. This machine can't store it: \
            \(trouble).
            """
    }

    package static var accountStoredAgain: String { "Your account is saved on this machine again." }
}

/// Texts for commands that show the user's data without the server.
extension LocalAccountCopyWords {
    /// Returns the warning that the shown data is a copy from `time`.
    package static func outdatedDataWarning(
        _ time: ServerTime, now: ServerTime, secondsAheadOfUTC: Int, because refusal: AccountRefusal
    ) -> String {
        let (time, now) = (time + .seconds(secondsAheadOfUTC), now + .seconds(secondsAheadOfUTC))
        let (day, minutes) = Int(time.milliseconds / 60_000).quotientAndRemainder(
            dividingBy: 1_440)
        let clock = "\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
        let isToday = day == Int(now.milliseconds / 86_400_000)
        let date = isToday ? "" : CivilDate(daysSince1970: day).text + " "
        return "as of \(date)\(clock)\(reasonAtEnd(refusal))"
    }

    /// Returns the warning that this machine has no complete copy of the data. `isMissing` is true
    /// if it has no copy at all.
    package static func missingOrIncompleteCopy(isMissing: Bool, because refusal: AccountRefusal)
        -> String
    {
        let copy = isMissing ? "copy" : "full copy"
        guard case .offline = refusal else {
            return "\(refusal.sentence) This machine has no \(copy) of the data yet."
        }
        return "\(isMissing ? "not known" : "incomplete"): this machine has no \(copy) yet"
            + reasonAtEnd(refusal)
    }

    /// Returns the reason with the punctuation before it: a clause, or the refusal's sentences.
    private static func reasonAtEnd(_ refusal: AccountRefusal) -> String {
        switch refusal {
        case .offline(let reason?): "; server not reached (\(reason))"
        case .offline(nil): "; server not reached"
        default: ". \(refusal.sentence)"
        }
    }
}

/// Texts about problems with the account's files.
extension LocalAccountCopyWords {
    package static func damagedSignIn(_ path: String) -> String {
        """
        Your sign-in can't be read. The file was renamed to \(path).bad. You are playing as a \
        guest.
        """
    }

    package static func unreadableSignIn(_ path: String, because reason: String) -> String {
        "Your sign-in in \(path) can't be read: \(reason). You are playing as a guest."
    }

    package static func signInOfOtherServer(_ path: String) -> String {
        """
        \(path) is for an account on another server. The file was not changed. You are playing \
        as a guest.
        """
    }

    package static func signInOfOtherVersion(_ path: String) -> String {
        """
        Your sign-in in \(path) is from another version of this program. You are playing as a guest.
        """
    }

    package static func unsafeSignIn(_ path: String) -> String {
        """
        You are playing as a guest: other users may have access to your sign-in. Run \
        “chmod 600 \(path)”, then try again.
        """
    }

    package static func damagedAccountCopy(_ path: String) -> String {
        """
        A copy of your account was damaged. The file was renamed to \(path).bad. Your data is \
        being reloaded from the server.
        """
    }

    package static func viewOnlyAccount(because reason: String) -> String {
        "You can view your account but not change it here: \(reason)."
    }

    package static var noLocks: String { "this file system does not support locks" }
    package static var tooManyRunning: String { "eight copies of the game are already running" }

    package static func signInNotSaved(because reason: String) -> String {
        "Your sign-in can't be saved: \(reason). You are only signed in until you quit."
    }

    /// The error of a command that has signed in, but can't save the sign-in.
    package static func signInNotSavedError(because reason: String) -> String {
        """
        Your sign-in can't be saved: \(reason). You are not signed in. \
        Run “tictactoe doctor”, then “tictactoe account signin”.
        """
    }

    /// The error of a command that has no directory for a sign-in.
    package static var noDataDirectory: String {
        "There is no data directory for your sign-in. Set HOME, then try again."
    }

    /// The reason why the client does not sign in over an unencrypted connection.
    package static var signInNotSentUnencrypted: String {
        """
        You are playing as a guest: your sign-in is not sent to another machine unencrypted. \
        Add --insecure-account to send it anyway.
        """
    }
}
