import Commands
import Play
import SimperiumClock
import SimperiumSync
import Testing
import Visit

/// The times of notices, in simulated time: a late notice here is late on every machine.
@Suite("Timely notices")
struct PunctualityTests {
    /// The states of a server.
    enum Server: CaseIterable {
        case answering
        case silent
        case gone
    }

    @Test(
        "An unacknowledged change is shown within a quarter of a second, until its answer")
    func sending() {
        var house = House.match
        house.isSilent = true
        house.press("okafor", "5", "enter")
        #expect(house.screen("okafor").contains("● in sync"))
        house.run(for: .milliseconds(230))
        #expect(house.screen("okafor").contains("sending 1"))
        house.isSilent = false
        house.run(for: .milliseconds(250))
        #expect(house.screen("okafor").contains("● in sync"))
    }

    @Test("A line that is closed is called offline within a quarter of a second")
    func closedLine() {
        var house = House.match
        house.cutOff("okafor")
        house.run(for: .milliseconds(250))
        #expect(house.screen("okafor").contains("offline"))
    }

    @Test("A silent connection in a match shows its last reply's age, and is given up")
    func silentLine() {
        var house = House.match
        house.isSilent = true
        house.run(for: .seconds(4))
        #expect(house.screen("okafor").contains("● in sync"))
        house.run(for: .seconds(4))
        let ages = (5...8).map { "last reply \($0) s ago" }
        #expect(ages.contains { house.screen("okafor").contains($0) })
        house.run(for: .seconds(2))
        #expect(!house.screen("okafor").contains("● in sync"))
    }

    @Test("The time of an answer is hidden once it is too old")
    func oldAnswer() {
        var house = House()
        house.enter("lin")
        house.run(for: .seconds(21))
        #expect(house.screen("lin").contains("● in sync   "))
        #expect(house.screen("lin").contains(" ms"))
        house.run(for: .seconds(6))
        #expect(house.screen("lin").contains("● in sync"))
        #expect(!house.screen("lin").contains(" ms"))
    }

    @Test("A notice stays for five seconds, or until the next key, and can be read again")
    func notices() {
        var house = House.match
        house.play("okafor", "5")
        house.run(for: .milliseconds(4_900))
        #expect(house.screen("lin").contains("okafor placed O in 5."))
        house.run(for: .milliseconds(100))
        #expect(!house.screen("lin").contains("okafor placed O in 5."))

        house.play("lin", "1")
        #expect(house.screen("okafor").contains("lin placed X in 1."))
        house.press("okafor", "up")
        #expect(!house.screen("okafor").contains("lin placed X in 1."))
        house.press("okafor", "N")
        #expect(house.screen("okafor").contains("lin placed X in 1."))
    }

    @Test("A program that is to end ends within a second", arguments: Server.allCases)
    func ending(server: Server) {
        var house = House.match
        house.isSilent = server == .silent
        house.isServerUp = server != .gone
        if server == .gone { house.cutLine(of: "okafor") }
        house.feed(.hangUp, to: "okafor")
        house.run(for: server == .silent ? .seconds(1) : .milliseconds(50))
        #expect(house.wishes(of: "okafor").contains(.leave(.done, lastLine: nil)))
    }
}
