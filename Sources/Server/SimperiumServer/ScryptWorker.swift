import SimperiumLoop
import SimperiumNetwork
import SimperiumWire

/// A worker that hashes passwords with scrypt on other threads, because each hash takes a tenth of
/// a second.
final class ScryptWorker {
    private final class HashingWork {
        var work: OffloadedWork?
    }

    private let loop: Loop
    private var hashings: [Int: HashingWork] = [:]
    private var count = 0

    init(on loop: Loop) {
        self.loop = loop
    }

    /// Hashes a password. The result is empty if there is not enough memory, or if the cost is
    /// invalid.
    func hash(
        _ password: [UInt8], salt: [UInt8], _ cost: ScryptParameters,
        then receive: @escaping ([UInt8]) -> Void
    ) {
        count += 1
        let number = count
        let hashing = HashingWork()
        hashings[number] = hashing
        hashing.work = loop.offload {
            Scrypt.hash(
                password, salt: salt, rounds: cost.rounds, blockSize: cost.blockSize,
                lanes: cost.lanes) ?? []
        } then: { [unowned self] result in
            hashings[number] = nil
            receive(result)
        }
    }
}
