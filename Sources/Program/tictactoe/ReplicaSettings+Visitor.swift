import SimperiumLoop
import SimperiumReplica
import SimperiumSync
import SimperiumWire
internal import Visit

extension ReplicaSettings {
    /// A new visitor at each start, for there may be several at one machine.
    static func newVisitor() -> ReplicaSettings { visitor(.visitor()) }

    /// Who an earlier run was, in a run of its own.
    static func returningVisitor(_ kept: KeptSeat) -> ReplicaSettings {
        var settings = visitor(kept.clientID)
        settings.seat = kept.seat
        return settings
    }

    /// Somebody of that id, in a run of their own.
    static func visitor(_ id: ClientID) -> ReplicaSettings {
        var random = SecureRandom()
        return .lobby(id, run: RunID(rawValue: random.next()), seed: random.next())
    }
}

extension ClientID {
    /// Fifteen hex digits: enough to tell all apart who are ever here at once. Everybody keeps
    /// everybody's, and a text of up to fifteen bytes takes no memory but where it stands.
    static func visitor() -> ClientID {
        guard let id = ClientID(String(SecureRandom.hexText(8).dropLast())) else {
            preconditionFailure("hex digits are a client id")
        }
        return id
    }
}
