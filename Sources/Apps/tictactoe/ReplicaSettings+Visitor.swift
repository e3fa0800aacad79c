import EventLoop
import Play
import Simperium
import SyncClient

extension ReplicaSettings {
    /// Somebody new at each start, for there may be several at one machine.
    static func newVisitor() -> ReplicaSettings {
        var random = SecureRandom()
        let digits = SecureRandom.bytes(16).map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }
        guard let id = ClientID("swift-" + digits.joined()) else {
            preconditionFailure("hex digits are a client id")
        }
        return .lobby(id, run: RunID(rawValue: random.next()), seed: random.next())
    }
}
