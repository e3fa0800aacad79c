import Drawing
import Lobby
import Play
import SimperiumClock
import Testing
import Visit

/// Moves that are taken back, on the screens of the players and of a spectator.
@Suite("Moves taken back on the screen")
struct UndoScreenTests {
    @Test("C89: Both read the cost, and the round is practice for all who see it")
    func undoes() {
        var house = House.watched
        house.press("okafor", "u")
        #expect(house.screen("okafor").contains("Ask to undo your move? The round won't count."))
        house.press("okafor", "y")
        #expect(house.screen("okafor").contains("You asked to undo your move."))
        for guest in ["okafor", "lin"] {
            #expect(house.screen(guest).contains(/O okafor.*asks undo/), "\(guest)")
        }
        house.press("okafor", "u")
        #expect(house.screen("okafor").contains("x or a move withdraws it."))
        house.run(for: .seconds(10))
        #expect(
            house.screen("lin").contains("okafor asks to undo a move; the round won't count."))
        #expect(house.screen("lin").contains("u allow"))
        house.press("lin", "u")
        #expect(house.screen("lin").contains("Allow that? The round won't count."))
        house.press("lin", "y")
        for guest in house.names {
            #expect(house.screen(guest).contains("PRACTICE"), "\(guest)")
            #expect(!house.screen(guest).contains("RULES BROKEN"))
        }
        #expect(house.screen("okafor").contains("YOUR MOVE"))
        house.press("okafor", "R", "y")
        #expect(house.screen("lin").contains("does not count"))
        for guest in house.names {
            let line = house.screen(guest).split(separator: "\n").first { $0.contains("draws") }
            #expect(line?.split(separator: " ").last == "0", "\(guest)")
        }
    }

    @Test("C89: If the opponent leaves a round that does not count, the player does not win it")
    func leaves() {
        var house = House.watched
        house.press("okafor", "u", "y")
        house.press("lin", "u", "y")
        house.play("okafor", "lin", "5", "1")
        house.press("lin", "esc")
        #expect(house.screen("lin").contains("Leave? This round won't count."))
        house.press("lin", "y")
        #expect(house.screen("okafor").contains("lin left. You are back in the lobby."))
        house.press("okafor", "N")
        #expect(!house.screen("okafor").contains("You win"))
    }

    @Test("C89: x declines it, or withdraws it")
    func declines() {
        var house = House.watched
        house.press("okafor", "u", "y")
        house.press("lin", "x")
        #expect(house.screen("okafor").contains("lin declined the undo."))
        house.press("okafor", "u")
        #expect(
            house.screen("okafor").contains("Your opponent has just declined that."),
            "before it asks")
        house.press("okafor", "3", "enter", "u", "y", "x")
        #expect(house.screen("okafor").contains("You withdrew it."))
        #expect(house.screen("lin").contains("withdrew the undo request"))
    }

    @Test("C89: A player who has just declined it reads that before u asks to undo a move")
    func declined() {
        var house = House.watched
        house.press("okafor", "u", "y")
        // okafor's program removes the declined request once it knows of the refusal.
        for key in ["x", "u"] { house.feed(.key(Keyboard.event(of: key)), to: "lin") }
        #expect(house.screen("lin").contains("You have just declined that yourself."))
        #expect(!house.screen("lin").contains("Ask to undo your move?"))
        house.run(for: .milliseconds(200))
        house.press("lin", "u")
        #expect(house.screen("lin").contains("Ask to undo your move?"))
    }

    @Test("C89: If both have asked at the same time, u allows the opponent's request")
    func crossed() {
        var house = House.match
        house.play("okafor", "lin", "5", "1")
        for name in ["okafor", "lin"] { house.press(name, "u") }
        for name in ["okafor", "lin"] { house.feed(.key(Keyboard.event(of: "y")), to: name) }
        house.run(for: .milliseconds(200))
        var declined = house
        declined.press("lin", "x")
        #expect(
            declined.screen("lin").contains("You declined it. Your own request has ended, too."))
        #expect(declined.screen("okafor").contains("lin declined the undo."))
        house.press("lin", "u")
        #expect(house.screen("lin").contains("Allow that? The round won't count."))
        house.press("lin", "y")
        for name in ["okafor", "lin"] {
            #expect(house.screen(name).contains("PRACTICE"), "\(name)")
            #expect(!house.screen(name).contains("RULES BROKEN"))
        }
    }

    @Test("C89: A reply of the opponent while the question is open is part of the request")
    func replyMeanwhile() {
        var house = House.match
        house.play("okafor", "lin", "5", "1", "3")
        house.press("okafor", "u")
        house.play("lin", "2")
        #expect(house.screen("okafor").contains("Ask to undo your move?"))
        house.press("okafor", "y")
        #expect(house.screen("okafor").contains("You asked to undo your move."))
        house.press("lin", "u", "y")
        let moves = house.screen("okafor")
        #expect(moves.contains("2 X 1") && !moves.contains("3 O 3") && !moves.contains("4 X 2"))
    }

    @Test(
        "C89: A small window has the question, too",
        arguments: [Size(rows: 8, columns: 20), Size(rows: 24, columns: 80)])
    func small(size: Size) {
        var house = House.watched
        house.feed(.resized(size), to: "lin")
        house.press("okafor", "u", "y")
        house.run(for: .seconds(10))
        house.press("lin", "u")
        house.press("lin", "y")
        #expect(house.screen("okafor").contains("PRACTICE"))
    }
}
