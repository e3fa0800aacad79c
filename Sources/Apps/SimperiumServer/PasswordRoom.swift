import SimperiumLoop
import SimperiumNetwork
import SimperiumWire

/// Where passwords are hashed: on other threads, because each takes a tenth of a second.
final class PasswordRoom {
    private final class Work {
        var errand: Errand?
    }

    private let loop: Loop
    private var works: [Int: Work] = [:]
    private var count = 0

    init(on loop: Loop) {
        self.loop = loop
    }

    /// Has a password hashed. Nothing comes out where there is no memory for it, or at a cost that
    /// makes no sense.
    func hash(
        _ password: [UInt8], _ salt: [UInt8], _ cost: PasswordHash.Cost,
        then take: @escaping ([UInt8]) -> Void
    ) {
        count += 1
        let number = count
        let work = Work()
        works[number] = work
        work.errand = loop.offload {
            Scrypt.hash(
                password, salt: salt, rounds: cost.rounds, blockSize: cost.blockSize,
                lanes: cost.lanes) ?? []
        } then: { [unowned self] result in
            works[number] = nil
            take(result)
        }
    }
}
