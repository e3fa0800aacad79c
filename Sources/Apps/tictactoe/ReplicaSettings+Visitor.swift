import EventLoop
import Play
import Simperium
import SyncClient

extension ReplicaSettings {
    /// Somebody new at each start, for there may be several at one machine.
    static func newVisitor() -> ReplicaSettings {
        var random = SecureRandom()
        guard let id = ClientID("swift-" + SecureRandom.hexText(16)) else {
            preconditionFailure("hex digits are a client id")
        }
        return .lobby(id, run: RunID(rawValue: random.next()), seed: random.next())
    }
}
