import RedisWire
import SharedLog
import SharedStore
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWire
import TestSupport
import Testing

/// One node of a test: a loop, and its way to an engine.
final class Node {
    let loop: Loop
    let connectionSet: ConnectionSet
    private(set) var store: SharedStore?
    private(set) var told: [SharedLogID: [EngineMessage]] = [:]
    /// How often what was told was not understood, or the server had to be asked again.
    private(set) var gaps = 0
    private(set) var readyCount = 0
    private(set) var faults: [RedisConnection.Fault?] = []
    /// What was had against who was asked in vain.
    private(set) var refusals: [RedisConnection.Fault?] = []

    init(
        at ports: [UInt16], prefix: String = EngineKeys.usualPrefix,
        as credentials: RedisCredentials? = nil, trusting encryption: TLSContext? = nil,
        host: String = "127.0.0.1", awaiting replicas: Int = 0
    ) throws {
        loop = try Loop()
        connectionSet = ConnectionSet(on: loop)
        let addresses = ports.map { RedisAddress(host: host, port: $0) }
        let link = EngineLink(
            to: addresses, as: credentials, keys: EngineKeys(prefix: prefix), awaiting: replicas)
        store = SharedStore(
            link, trusting: encryption, on: connectionSet,
            SharedStore.Reception(
                ready: { [unowned self] in readyCount += 1 },
                broken: { [unowned self] in faults.append($0) },
                unreachable: { [unowned self] in refusals.append($1) },
                told: { [unowned self] log, messages in
                    if let messages { told[log, default: []] += messages } else { gaps += 1 }
                }))
        store?.begin()
    }

    deinit {
        store = nil
        connectionSet.dropAll()
        loop.close()
    }

    func awaitReady(_ count: Int = 1) {
        let isReady = loop.run { [unowned self] in readyCount >= count }
        #expect(isReady)
    }

    func ask(_ deed: EngineDeed) -> EngineOutcome {
        var outcome: EngineOutcome?
        store?.ask(deed) { outcome = $0 }
        let isSettled = loop.run { outcome != nil }
        #expect(isSettled)
        return outcome ?? .lost
    }

    func answer(_ deed: AccountDeed) -> EngineAnswer? {
        var outcome: EngineOutcome?
        store?.ask(deed) { outcome = $0 }
        _ = loop.run { outcome != nil }
        guard case .answered(let answer)? = outcome else { return nil }
        return answer
    }

    func answer(_ deed: EngineDeed) -> EngineAnswer? {
        guard case .answered(let answer) = ask(deed) else { return nil }
        return answer
    }

    func follow(_ log: SharedLogID) {
        var outcome: EngineOutcome?
        store?.follow(log) { outcome = $0 }
        _ = loop.run { outcome != nil }
        #expect(outcome == .answered(.done))
    }
}
