/// The output of `tictactoe door` for its operator.
package enum DoorOperatorWords {
    package static func key(_ fingerprint: String) -> String {
        "the SSH host key is \(fingerprint)"
    }

    /// The script `Tests/Fixtures/write` waits for this line.
    package static func entrance(at address: String) -> String {
        "guests come in at \(address)"
    }

    package static func invitation(_ command: String) -> String {
        "guests connect with: \(command)"
    }
}

/// Errors at the start of a door.
extension DoorOperatorWords {
    package static let homeless =
        "there is no data directory: name a host key file with --host-key"

    package static func cannotOpen(at address: String, reason: String) -> String {
        "can't accept guests at \(address): \(reason); choose another address with --ssh"
    }

    package static let unsafeKey =
        "the host key belongs to another user, or other users can read it: make it private (chown,"
        + " chmod 600), or delete it to get a new one if they may have read it"
    package static let damagedKey =
        "the host key is damaged: restore it from a backup, or delete it to get a new one (every"
        + " guest's ssh will then warn)"

    package static let deafLibrary = "it can't connect to itself"
    package static let unknownLayout =
        "this program does not know its memory layout, so it can't guard against an endless loop;"
        + " use the version in Debian 12"
}
