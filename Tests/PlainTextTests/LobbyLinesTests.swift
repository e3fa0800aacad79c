import Commands
import Game
import Lobby
import PlainText
import SimperiumClock
import SimperiumSync
import SimperiumWire
import Simulation
import Testing
import Visit

@Suite("The lobby in lines")
struct LobbyLinesTests {
    @Test("C93: Lines show the matches and players of all halls; any match can be watched")
    func tellsAllHalls() throws {
        var house = LineHouse(halls: HallLimits(size: 2))
        house.enter("lin")
        _ = house.type("wait", by: "lin")
        #expect(house.type("matches", by: "lin") == ["No matches at the moment."])
        for number in 1...46 { house.enter("p\(number)") }
        house.run(for: .seconds(3))
        let said = house.type("matches", by: "lin")
        #expect(said.count == 21 && said.last == "And 3 more matches.", "\(said)")
        #expect(said.first == "p1 is playing p2, in hall 2", "\(said)")
        #expect(house.type("who", by: "lin").first?.contains("47") == true)
        house.run(for: .seconds(10))
        #expect(house.said(to: "lin").count { $0 == said.first } == 1, "once for each question")
        #expect(house.type("watch p5", by: "lin").contains { $0.contains("p5") })
        house.run(for: .seconds(1))
        #expect(house.type("board", by: "lin").count >= 3)
        // Without a connection, the last known matches are shown.
        house.cutLine(of: "lin")
        #expect(!house.type("matches", by: "lin").isEmpty)
    }

    @Test("A script's first command about the lobby waits until the lobby is known")
    func waitsForLobby() {
        var house = LineHouse()
        house.enter("okafor")
        house.enter("lin", typing: ["who", "account", "quit"])
        let said = house.said(to: "lin")
        #expect(!said.contains { $0.contains("Not synced") }, "\(said)")
        let people = said.firstIndex { $0.contains("okafor") }
        let account = said.firstIndex { $0.contains("not signed in") }
        #expect(people != nil && account != nil, "\(said)")
        #expect((people ?? 0) < (account ?? 0), "later lines come later: \(said)")
        // Without a server, the answer comes with the failure.
        house.isServerUp = false
        house.enter("tomas", typing: ["who"])
        #expect(house.said(to: "tomas").contains { $0.contains("Not synced") })
    }

    @Test("At the end of the input, a missing server is reported, and the status is its failure's")
    func endsWithoutServer() throws {
        func status(_ effects: [LineClient.Effect]) -> Commands.ExitStatus? {
            for case .leave(let status, _) in effects { return status }
            return nil
        }
        var client = LineClient(
            .lobby, profile: PlayerProfile(PlayerName(cleaning: "lin")),
            visit: LineHouse.visit(0), seed: 1)
        var effects = client.handle(.begin, at: .start) + client.handle(.end, at: .start)
        #expect(status(effects) == nil, "the connection has not failed yet")
        var dialed: LinkID?
        for case .program(.link(.dial(let link, _))) in effects { dialed = link }
        let link = try #require(dialed)
        effects = client.handle(.link(.closed(link, .refused(at: "127.0.0.1:1"))), at: .start)
        if status(effects) == nil, let deadline = client.nextDeadline {
            effects += client.handle(.wake, at: deadline)
        }
        #expect(effects.lines.contains { $0.hasPrefix("Offline: no server at 127.0.0.1:1") })
        #expect(status(effects) == .serverUnreachable)
    }

    @Test("A search that runs from the start is reported")
    func looksAtStart() {
        var house = LineHouse()
        house.enter("eve")
        #expect(house.said(to: "eve").last == "Looking for a match.")
        var profile = PlayerProfile(PlayerName(cleaning: "zoe"))
        profile.looksAtOnce = false
        house.enter("zoe", as: profile)
        #expect(house.said(to: "zoe").last?.hasPrefix("Connected. 2 people here") == true)
    }

    @Test("The question for a name is asked again after the help that the first line offers")
    func helpsBeforeName() {
        var house = LineHouse()
        var profile = PlayerProfile(PlayerName(cleaning: "eve"))
        profile.asksName = true
        house.enter("eve", as: profile)
        let help = house.type("help", by: "eve")
        #expect(help.contains("quit: quit the program"), "\(help)")
        #expect(help.last == "Type your name, or press Enter for eve.")
        _ = house.type("", by: "eve")
        #expect(house.type("who", by: "eve").contains { $0.hasPrefix("  eve ") })
    }

    @Test("A move without a connection is reported as unsent, and the others as before")
    func unsent() {
        var house = LineHouse()
        for name in ["okafor", "lin"] { house.enter(name) }
        #expect(house.type("5", by: "okafor") == ["You placed O in 5, the centre. lin's move."])
        _ = house.type("1", by: "lin")
        house.isServerUp = false
        house.cutLine(of: "okafor")
        house.run(for: .milliseconds(500))
        let said = house.type("3", by: "okafor")
        #expect(
            said.first
                == "You placed O in 3, upper right. lin's move."
                + " The move will be sent when the server is back.")
        house.isServerUp = true
        house.run(for: .seconds(5))
        #expect(house.said(to: "lin").contains("okafor placed O in 3, upper right. Your move."))
    }

    @Test("Only yes and no answer the question about a waiting match; help and quit work, too")
    func waitingMatch() {
        let fresh = LineHouse.beginning(0)
        let kept = KeptSeat(
            ResumeToken(named("a secret of the hub"), number: 3), of: named("0123456789abcde"),
            in: named("5d1f0a2b3c4d5e6"), against: "okafor")
        let program = PlayerProgram.Beginning(
            .watch(nil), profile: PlayerProfile(PlayerName(cleaning: "lin")), visit: fresh,
            kept: fresh.continuing(kept, run: RunID(rawValue: 2), seed: 2), seed: 1)
        var client = LineClient(LineClient.Beginning(program, .page))
        let said = client.handle(.begin, at: .start).lines
        let question = "Your match with okafor is still waiting. Go back? yes or no."
        #expect(said.last == question)
        for line in ["", " ", "yse", "12", "5", "who", "leave", "no way"] {
            let effects = client.handle(.typed(line), at: .start)
            #expect(!effects.contains(.program(.leaveSeat)), "\(line)")
            #expect(effects.lines == [question], "\(line)")
        }
        for line in ["help", "quit"] {
            var other = client
            let effects = other.handle(.typed(line), at: .start)
            #expect(!effects.contains(.program(.leaveSeat)), "\(line)")
            #expect(!effects.lines.contains(question), "\(line)")
        }
        #expect(client.handle(.typed("no"), at: .start).contains(.program(.leaveSeat)))
    }

    @Test("A player list that is followed shows only figures that changed")
    func follows() {
        var house = LineHouse()
        house.report(.people, .text)
        for name in ["okafor", "lin"] { house.enter(name) }
        _ = house.type("name oka", by: "okafor")
        _ = house.type("leave", by: "lin")
        _ = house.type("name linus", by: "lin")
        house.run(for: .seconds(1))
        let lines = house.said(to: "report")
        #expect(lines.count > 3)
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 != $1 }, "\(lines)")
    }

    @Test(
        "An absent player is counted as away, and listed while others may wait for them")
    func away() {
        var house = LineHouse()
        house.report(.people, .json)
        house.enter("okafor")
        house.isServerUp = false
        house.cutLine(of: "okafor")
        house.run(for: .seconds(1))
        let line = house.said(to: "report").last ?? ""
        #expect(line.contains(#""here":1,"free":0,"playing":0,"watching":0,"away":1"#), "\(line)")
        #expect(line.contains(#""name":"okafor","doing":"away""#), "\(line)")
        house.isServerUp = true
        house.enter("lin")
        house.isServerUp = false
        let who = house.type("who", by: "lin")
        #expect(who.contains("  okafor  lost connection"), "\(who)")
        house.run(for: .seconds(11))
        let later = house.type("who", by: "lin")
        #expect(!later.contains { $0.contains("okafor") })
        #expect(later.last == "And 1 away.", "\(later)")
    }

    @Test("A player who turned invitations off is busy, and counts as no spectator")
    func busy() {
        var house = LineHouse()
        house.report(.people, .json)
        house.enter("okafor")
        _ = house.type("busy", by: "okafor")
        house.run(for: .seconds(1))
        let line = house.said(to: "report").last ?? ""
        #expect(line.contains(#""here":1,"free":0,"playing":0,"watching":0,"away":0"#), "\(line)")
        #expect(line.contains(#""name":"okafor","doing":"busy""#), "\(line)")
    }

    @Test("P31: A player with a hidden name is counted and not listed, and a guest for spectators")
    func hidden() throws {
        var house = LineHouse()
        house.report(.people, .json)
        house.enter("okafor") { visit in
            var visit = LobbyClient(visit)
            try? visit.ask(.hide(true), at: .start)
            return LineClient(
                .lobby, profile: PlayerProfile(PlayerName(cleaning: "okafor")), visit: visit,
                seed: 1)
        }
        house.run(for: .seconds(1))
        let alone = try #require(house.said(to: "report").last)
        #expect(alone.contains(#""here":1"#) && alone.contains(#""people":[]"#), "\(alone)")
        house.enter("ana") {
            LobbyReport(.init(.people, .text, follows: false, isServerNamed: true, visit: $0))
        }
        house.run(for: .seconds(1))
        #expect(house.said(to: "ana").last == "And 1 without a name.")
        house.enter("lin")
        house.run(for: .seconds(1))
        let both = try #require(house.said(to: "report").last)
        #expect(both.contains(#""name":"lin","doing":"playing","with":"guest"#), "\(both)")
        #expect(!both.contains("okafor"))
        #expect(house.said(to: "lin").contains { $0.contains("okafor") }, "players see the name")
    }

    @Test("A name that is too wide is refused in columns, regardless of its letters")
    func wideNames() {
        var house = LineHouse()
        house.enter("lin")
        let name = String(repeating: "漢", count: 13)
        let said = house.type("name \(name)", by: "lin")
        #expect(said == ["A name is at most 16 columns wide. Some letters take two."])
    }
}
