import EventLoop
import Play
import Simperium
import SimperiumClient
import SyncClient

extension ReplicaSettings {
    /// Somebody new at each start, for there may be several at one machine.
    static func newVisitor() -> ReplicaSettings {
        var random = SecureRandom()
        return .lobby(.random(), run: RunID(rawValue: random.next()), seed: random.next())
    }
}
