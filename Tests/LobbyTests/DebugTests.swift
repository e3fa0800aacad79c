import Clockwork
import Foundation
import Game
import Lobby
import JSONDiff
import Testing

@Suite("Debug")
struct DebugTests {
    @Test func story() {
        let env = ProcessInfo.processInfo.environment
        guard let seed = env["SEED"].flatMap(UInt64.init) else { return }
        var party = Party(seed: seed)
        party.rage(for: .seconds(60))
        party.settle()
        let w = party.clock.world
        print("REFEREE", w.hub.referee != nil, "lanes", w.lanes, "grace", w.hub.hasGrace)
        for f in Checks.faults(in: w) { print("FAULT", f.prefix(200)) }
        for p in w.programs where !p.isGone { print("P", p.id.rawValue, p.desk == nil ? "tutorial \(p.tutorial!.match as Any)" : "desk \(p.desk!.player?.mode as Any) \(p.desk!.match?.key as Any) disc \(p.desk!.discarded.count)", p.hasForgotten) }
        for e in w.hub.log(of: .match).suffix(14) { print("LOG", e.key.rawValue.prefix(14), (e.change ?? 0) >> 32, { switch e.deed { case .insert(let o): "insert \(o["circlePlayerID"]!)-\(o["crossPlayerID"]!)"; case .delete: "delete"; case .update(let s, _): "update \(s["matrix"] as Any)" } }()) }
        for b in [LobbyBucket.watcher, .player] { for e in w.hub.log(of: b).suffix(10) { print("LOG2", b, e.key.rawValue.prefix(14), (e.change ?? 0) >> 32, { switch e.deed { case .insert: "insert"; case .delete: "delete"; case .update(let s, _): "update \(JSON.object(s))" } }()) } }
        for p in w.programs { print("P2", p.id.rawValue, p.replica.pending.map { ($0.edit, $0.isSent) }) }
        for (k, o) in w.hub.index(of: .match) { print("MATCH", k.rawValue, o["circlePlayerID"]!, o["crossPlayerID"]!) }
    }
}
