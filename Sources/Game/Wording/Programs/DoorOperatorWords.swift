/// What `door` tells its operator, and guests whom it takes in no more.
package enum DoorOperatorWords {
    package static func key(_ fingerprint: String) -> String {
        "the door's key is \(fingerprint)"
    }

    package static func entrance(at address: String) -> String {
        "guests come in at \(address)"
    }

    package static func invitation(_ command: String) -> String { "guests type: \(command)" }
}

/// Why a door can't begin.
extension DoorOperatorWords {
    package static let homeless = "there is no data directory; name a file by --host-key"

    package static func cannotOpen(at address: String, reason: String) -> String {
        "can't let guests in at \(address): \(reason); --ssh names another place"
    }

    package static let readableKey =
        "others may read the host key: make it private (chmod 600), or, if they may have"
        + " read it, remove it and have a new one made"
    package static let damagedKey =
        "the host key is damaged: bring it back from a copy, or remove it and have a new one"
        + " made, of which every guest's ssh will warn"

    package static let deafLibrary = "it can't even talk to itself"
    package static let unknownLayout =
        "its memory is laid out in a way that this program does not know, so it"
        + " could not be kept from looping for ever; use the version of Debian 12"
}
