import Host
import RedisWire
import SharedLog
import SimperiumClock

/// What a server counts of its part in an engine that others share, and what that says of itself.
struct NodeReport {
    var renewals = 0
    private var state: EngineState?
    /// The value of `appendfsync`, as far as it is known.
    var syncing: String?
    private var appends = 0
    private var overtaken = 0
    private var resets = 0

    mutating func note(_ state: EngineState) { self.state = state }

    mutating func countReset() { resets += 1 }

    /// Counts what came of a deed, if it was to write.
    mutating func note(_ outcome: EngineOutcome, of deed: EngineDeed) {
        guard case .log(.append, _) = deed, case .answered(let answer) = outcome else { return }
        switch answer {
        case .written: appends += 1
        case .overtaken: overtaken += 1
        default: break
        }
    }

    func gauges(
        _ life: NodeLife, at now: Instant, address: RedisAddress?, logs: Int
    ) -> NodeGauges {
        var gauges = NodeGauges()
        gauges.isAlive = life.isAlive
        gauges.incarnation = Int(life.incarnation?.rawValue ?? 0)
        gauges.renewalAge = life.renewed.map { (now - $0).wholeMilliseconds }
        gauges.logs = logs
        (gauges.appends, gauges.overtaken, gauges.resets) = (appends, overtaken, resets)
        switch syncing {
        case "always": gauges.engine.durability = .disk
        case nil: gauges.engine.durability = .unknown
        default: gauges.engine.durability = .process
        }
        gauges.engine.address = address.map { "\($0)" } ?? ""
        guard let state else { return gauges }
        gauges.epoch = Int(state.epoch)
        gauges.others = state.living.count { $0 != life.incarnation }
        gauges.dead = state.dead
        gauges.engine.version = state.version
        gauges.engine.role = state.role
        gauges.engine.replicas = state.replicas
        gauges.engine.usedMemory = state.usedMemory
        gauges.engine.mostMemory = state.mostMemory
        gauges.engine.evictionPolicy = state.evictionPolicy
        return gauges
    }
}
