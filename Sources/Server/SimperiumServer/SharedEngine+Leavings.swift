import Host
import SharedLog
import SharedStore
import SimperiumWire
import SyncHub

/// What is left of others who are dead.
extension SharedEngine {
    func findLogs(of dead: Incarnation) {
        // With its places in halls it is done at once, and again by whoever finds it as well.
        ask(.directory(.void(dead), by: dead)) { _ in }
        ask(.node(.logs(of: dead))) { [unowned self] outcome in
            guard case .answered(.logs(let found)) = outcome else { return }
            take(.life(.noted(found, of: dead)))
        }
    }

    func bury(_ dead: Incarnation, in log: SharedLogID) {
        ask(.lease(.bury(dead, grace: Self.grace), log)) { [unowned self] outcome in
            guard case .answered(let answer) = outcome else { return }
            if case .buried(let leases) = answer { attend(log, hasLeases: leases > 0) }
            ask(.node(.buried(log, dead))) { [unowned self] outcome in
                if case .answered = outcome { take(.life(.buried(log, dead))) }
            }
        }
    }

    func forget(_ dead: Incarnation) {
        ask(.node(.buried(nil, dead))) { _ in }
    }

    /// Has the host look after what clients of another server own in a log, and brings to feeds
    /// what that has not. Until it has, the log is one of ours, for whoever would bury us.
    private func attend(_ log: SharedLogID, hasLeases: Bool) {
        let isFed = feeds.apps.contains(log.app)
        guard hasLeases || isFed else { return }
        if isFed, let incarnation { ask(.node(.note(log, incarnation))) { _ in } }
        ask(.read(.buckets, log)) { [unowned self] outcome in
            guard case .answered(.fact(.stored(.buckets(let names)), _)) = outcome else { return }
            let buckets = names.map { log.bucket($0) }
            if hasLeases { tell(.event(.engine(.abandoned(buckets)))) }
            for bucket in isFed ? buckets : [] { take(.feeds(.grown(bucket))) }
        }
    }
}

/// What is left of users who were deleted.
extension SharedEngine {
    func perform(_ effect: LogClosing.Effect) {
        switch effect {
        case .find(let deed): ask(deed) { [unowned self] in take(.closing(.found($0))) }
        case .close(let log):
            ask(.log(.close, log)) { [unowned self] in take(.closing(.closed(log, $0))) }
        case .strikeOff(let deed): ask(deed) { _ in }
        case .clear(let buckets): tell(.event(.clear(buckets)))
        case .open(let log): take(.logs(.swept(log)))
        }
    }
}
