import Lobby
import PlainText
import SimperiumClock
import Testing
import Visit

/// Players who type nothing, in lines.
@Suite("Idle players in lines")
struct IdleLinesTests {
    private var house = LineHouse()

    /// hugo has typed nothing for two minutes, and lin looks for a match.
    private mutating func come() {
        house.enter("hugo")
        house.run(for: .seconds(150))
        house.enter("lin")
    }

    @Test("P80, C86: A line begins the match; the list and JSON have the minutes")
    mutating func wakes() {
        come()
        #expect(house.type("who", by: "lin").contains { $0.hasSuffix("hugo  idle 2 min") })
        house.run(for: .seconds(3))
        #expect(
            house.said(to: "lin").last
                == "Asking hugo … Type look to skip them, wait to stop looking.")
        #expect(
            house.said(to: "hugo").last
                == "lin wants to play. Press Enter within 10 seconds to begin.")
        _ = house.type("", by: "hugo")
        #expect(house.said(to: "hugo").last?.hasPrefix("You are playing lin.") == true)
    }

    @Test("C86: A no stops the search")
    mutating func declines() {
        come()
        house.run(for: .seconds(3))
        #expect(house.type("no", by: "hugo") == ["Players can invite you now."])
        house.run(for: .seconds(3))
        #expect(house.said(to: "hugo").last?.contains("playing") == false)
    }

    @Test("P81: A round is claimed of who types nothing for a minute")
    mutating func claims() {
        for name in ["okafor", "lin"] { house.enter(name) }
        _ = house.type("5", by: "okafor")
        _ = house.type("1", by: "lin")
        house.run(for: .seconds(61))
        #expect(
            house.said(to: "lin").last
                == "okafor has pressed no key for a minute. Type claim or leave.")
        #expect(
            house.said(to: "okafor").last
                == "You have pressed no key for a minute. lin may claim the round.")
        _ = house.type("claim", by: "lin")
        #expect(house.said(to: "okafor").contains { $0.contains("claimed the round") })
    }

    @Test("C88: After a match the way to the next one is named")
    mutating func asks() {
        for name in ["okafor", "lin"] { house.enter(name) }
        _ = house.type("leave", by: "okafor")
        let hint = "Type look to look for another opponent."
        #expect(house.said(to: "lin").last?.hasSuffix(hint) == true)
    }
}
