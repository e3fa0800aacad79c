/// What people read of the copies of their account that lie on this machine.
package enum CopyWords {
    package static func tokenEnded(_ name: String) -> String {
        "You are signed out as \(name): the server takes it no longer. You play on as a guest."
    }

    package static func signedOut(_ name: String) -> String {
        "Signed out as \(name). Nothing of the account is left on this machine."
    }

    /// Said of something that was asked for, and is not done.
    package static let readOnly = """
        Not done: no file on this machine takes what you change in your account. Nothing else is \
        lost.
        """

    package static let refused = "The server did not take what you changed in your account."
    package static let resultRefused = "The server did not take the result of a round."

    /// Nil if the disk does not answer.
    package static func notStored(because reason: String?) -> String {
        let trouble = reason ?? "the disk does not answer"
        return """
            Your account is kept at the server only for now, for it can't be stored here: \
            \(trouble).
            """
    }

    package static let storedAgain = "Your account is stored on this machine again."
}

/// What is the matter with the files.
extension CopyWords {
    package static func damaged(_ path: String) -> String {
        "Who is signed in can't be read; the file is \(path).bad now. You play as a guest."
    }

    package static func otherServer(_ path: String) -> String {
        "\(path) is the account of another server. It is left alone, and you play as a guest."
    }

    package static func otherVersion(_ path: String) -> String {
        """
        You were signed in by another version of this program, in \(path). You play as a guest.
        """
    }

    package static func unsafe(_ path: String) -> String {
        "You play as a guest: others may have written \(path)."
    }

    package static func damagedCopy(_ path: String) -> String {
        """
        A copy of your account was damaged; it is \(path).bad now. What the server has comes \
        again.
        """
    }

    package static func noCopy(because reason: String) -> String {
        "Your account can be looked at but not changed here: \(reason)."
    }

    package static let noLocks = "this file system knows no locks"
    package static let allTaken = "eight programs of yours are open already"

    package static func notKept(because reason: String) -> String {
        "You are signed in until this program ends; it can't be kept: \(reason)."
    }

    /// Why nobody is signed in over a line that anybody may listen to.
    package static let notEncrypted = """
        You play as a guest: your account is not sent unencrypted to another machine. \
        --insecure-account does so all the same.
        """
}
