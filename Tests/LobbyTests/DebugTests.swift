import Clockwork
import Game
import JSONDiff
import Lobby
import Testing

@Suite("Debug")
struct DebugTests {
    @Test(arguments: [UInt64(3431)])
    func story(seed: UInt64) {
        var party = Party(seed: seed)
        party.trace = true
        party.rage(for: .seconds(60))
        party.settle()
        print(
            "REFEREE", party.clock.world.hub.referee != nil, "lanes", party.clock.world.lanes,
            "grace", party.clock.world.hub.hasGrace)
        for e in party.clock.world.hub.log(of: .match).enumerated()
        where e.element.key.rawValue.hasPrefix("e453") {
            print("LOG", e.offset, e.element.change as Any, e.element.deed.isInsert)
        }
        for (k, o) in party.clock.world.hub.index(of: .match) {
            print("MATCH", k.rawValue.prefix(4), o["circlePlayerID"]!, o["crossPlayerID"]!)
        }
        print(Checks.faults(in: party.clock.world))
    }
}
