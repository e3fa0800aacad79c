import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub

/// Rounds between people end in the lobby's log, and their results belong into others. So they are
/// noted where the round ends, inserted into each person's bucket, and struck off. A payment that
/// comes twice is told by its change id, which follows from its key.
extension Host {
    private static let debtsPerPage = 256
    private static let debtPause = Duration.seconds(30)

    /// Asks what is owed: at the start, for a server that ended before it had paid, and where
    /// something could not be paid.
    mutating func readDebts() {
        requests.debts.begin()
        effects.append(.read(.debts, .debts(atMost: Self.debtsPerPage)))
    }

    mutating func receiveDebts(_ answer: StoreAnswer) {
        guard case .debts(let objects, let hasMore) = answer else { return }
        requests.debts.hasMore = hasMore
        pay(objects)
    }

    mutating func putOffDebts() {
        requests.debts.retryAt = now + Self.debtPause
    }

    /// Inserts what is owed where it belongs.
    mutating func pay(_ objects: [OwedObject]) {
        for object in objects {
            guard let json = (try? JSON(parsing: object.object))?.object,
                let id = ChangeID("owed-\(object.key.text)")
            else { continue }
            requests.debts.open += 1
            let caller = Caller(
                identity: .administrator(for: object.bucket.user),
                clientID: named(ClientID("server")))
            let change = Change(.modify(Diff(from: [:], to: json)), key: object.key, id: id)
            request(.change(change), of: object.bucket, by: caller) { host, outcome in
                host.apply(outcome, ofDebt: object.key, in: object.bucket)
            }
        }
    }

    /// Strikes off what was paid, now or before.
    mutating func apply(_ outcome: Outcome, ofDebt key: ObjectKey, in bucket: BucketID) {
        requests.debts.open -= 1
        switch outcome {
        case .accepted, .refused(.alreadyApplied), .refused(.noEffect):
            effects.append(.write(.settle(key, in: bucket)))
        case .refused, .unavailable, .index, .entity, .changes, .shared, .notShared, .sharers:
            requests.debts.hasFailed = true
        }
        guard requests.debts.open == 0 else { return }
        if requests.debts.hasFailed {
            putOffDebts()
        } else if requests.debts.hasMore {
            readDebts()
        }
    }

    /// Looks again later for debts that were about to be paid to a log whose writes are lost.
    mutating func noteLoss(of log: LogID) {
        if LobbyPass.results(of: log.user).log == log { putOffDebts() }
    }

    /// Tries again what could not be paid, when it is time.
    mutating func retryDebts() {
        guard let time = requests.debts.retryAt, time <= now else { return }
        readDebts()
    }
}
