import Lobby
import Play
import SimperiumClock
import Testing
import Visit

/// The screens of a player whose opponent is away, and the cost of leaving.
@Suite("Absence on the screen")
struct AbsenceScreenTests {
    @Test("Player and spectator see the reason of an absence, and the same seconds")
    func countdown() {
        var house = House.watched
        house.cutOff("okafor")
        house.run(for: .seconds(10))
        #expect(
            house.screen("lin").contains("okafor lost connection: 51 s to return. You can claim "))
        #expect(house.screen("iris").contains("okafor lost connection: 51 s to return."))
        // Beside the name, too: the time left, and not the time since.
        for guest in ["lin", "iris"] {
            #expect(house.screen(guest).split(separator: "51 s to return").count == 3)
            #expect(!house.screen(guest).contains("away 51 s"))
        }
    }

    @Test("Ending it without a result needs a confirmation, and waiting needs no key")
    func endsUndecided() {
        var house = House.watched
        house.cutOff("okafor")
        house.run(for: .seconds(10))
        #expect(house.screen("lin").contains(/Claim the round  in [56] s/))
        house.run(for: .seconds(6))
        #expect(house.screen("lin").contains(/c  Claim the round *\n/))
        house.press("lin", "e")
        #expect(house.screen("lin").contains("End without a result?"))
        house.press("lin", "n")
        #expect(house.screen("lin").contains("c  Claim the round"))
        house.press("lin", "e", "y")
        #expect(house.screen("lin").contains("The match with okafor ended without a result."))
    }

    @Test("Closing the window loses the round, being disconnected by the door does not")
    func closing() {
        for (event, isLoss) in [(ProgramEvent.hangUp, true), (.closing, false)] {
            var house = House()
            house.enter("okafor", way: .ssh)
            house.enter("lin")
            house.play("okafor", "lin", "5", "1")
            house.press(house.enter("kim"), "esc")
            house.feed(event, to: "okafor")
            house.run(for: .seconds(1))
            let end =
                isLoss
                ? "'s connection has ended. You win the round."
                : " closed the game (60 s to return)."
            #expect(house.screen("lin").contains("okafor" + end))
            if !isLoss { #expect(house.screen("kim").contains("closed the game")) }
        }
    }

    @Test("A player who is away for too long to be listed is not counted as unnamed")
    func awayAndNamed() {
        var house = House()
        for name in ["lin", "ana", "okafor"] { house.press(house.enter(name), "esc") }
        house.cutOff("okafor")
        house.run(for: .seconds(5))
        #expect(house.screen("lin").contains("PLAYERS 3\n"))
        house.run(for: .seconds(10))
        #expect(house.screen("lin").contains("PLAYERS 2\n"))
        #expect(house.screen("lin").contains("1 away"))
        #expect(!house.screen("lin").contains("unnamed"))
    }

    @Test("A question about the round closes when the opponent is back")
    func back() {
        var house = House.watched
        house.cutOff("okafor")
        house.run(for: .seconds(16))
        house.press("lin", "c")
        #expect(house.screen("lin").contains("Claim the round?"))
        house.isServerUp = true
        house.run(for: .seconds(30))
        #expect(
            house.screen("lin").contains("okafor")
                && !house.screen("lin").contains("Claim the round"))
    }

    @Test("A player who returns after the claim of their round sees that")
    func taken() {
        var house = House.watched
        house.cutOff("okafor")
        house.run(for: .seconds(16))
        house.press("lin", "c", "y")
        #expect(house.screen("lin").contains("okafor was away. You claimed the round."))
        house.isServerUp = true
        house.run(for: .seconds(15))
        #expect(house.screen("okafor").contains("YOU LOSE"))
        #expect(
            house.screen("okafor").contains(
                "You were away. lin claimed the round. Another round with lin?"))
    }

    @Test("The end of a match stays on the screen until a key, also when news follows")
    func important() {
        var house = House.watched
        house.press("okafor", "esc", "y")
        let end = "okafor left. You win the round."
        house.press(house.enter("ana"), "esc")
        house.run(for: .seconds(30))
        #expect(house.screen("lin").contains(end))
        // A question hides it, and a key that answers the question has not seen it.
        house.press("lin", "?", "?")
        #expect(!house.screen("lin").contains(end))
    }

    @Test(
        "A player who was cut off for too long reads that until a key, though all is in sync again")
    func lostSeat() {
        var house = House.watched
        house.cutOff("lin")
        house.run(for: .seconds(90))
        house.isServerUp = true
        house.run(for: .seconds(60))
        #expect(house.screen("lin").contains("in sync"))
        #expect(house.screen("lin").contains("is over") || house.screen("lin").contains("away"))
        house.press("lin", "down")
        #expect(!house.screen("lin").contains("is over."))
    }

    @Test("Leaving shows its cost", arguments: [("esc", "Leave?"), ("q", "Quit?")])
    func costs(key: String, verb: String) {
        var house = House.match
        house.play("okafor", "5")
        house.press("lin", key)
        #expect(
            house.screen("lin").contains(
                "\(verb) This round won't count: you haven't both moved yet."))
        house.press("lin", "n")
        house.play("lin", "1")
        house.press("lin", key)
        #expect(house.screen("lin").contains("\(verb) okafor wins this round."))
        house.press("lin", "y")
        house.run(for: .milliseconds(100))
        #expect(house.screen("okafor").contains("lin left. You win the round."))
        house.press("okafor", "N")
        let lines = house.screen("okafor").split(separator: "\n")
        #expect(lines.count { $0.contains("lin left. You win the round.") } == 1)
    }

    @Test("The question before quitting closes when the round ends")
    func quitsAfterRound() {
        var house = House.match
        house.play("okafor", "lin", "5", "1")
        house.press("lin", "q")
        #expect(house.screen("lin").contains("Quit?"))
        house.press("okafor", "R", "y")
        #expect(!house.screen("lin").contains("Quit?"))
    }

    @Test("A free player who is away is counted as away, and listed for at most ten seconds")
    func unlisted() {
        var house = House.free
        house.cutOff("okafor")
        house.run(for: .seconds(5))
        #expect(house.screen("lin").contains("lost connection"))
        #expect(house.screen("lin").contains("1 free   0 playing   0 watching   1 away"))
        house.run(for: .seconds(7))
        #expect(!house.screen("lin").contains("okafor"))
        #expect(house.screen("lin").contains("1 away"))
    }

    @Test("Before its time, a claim is answered with the time, and the countdown continues")
    func early() {
        var house = House.watched
        house.cutOff("okafor")
        house.run(for: .seconds(6))
        #expect(house.screen("lin").contains(/Claim the round  in (9|10) s/))
        house.press("lin", "c")
        #expect(house.screen("lin").contains(/You can claim or end the round in (9|10) s/))
        house.run(for: .seconds(2))
        #expect(house.screen("lin").contains(/Claim the round  in (7|8) s/))
    }
}
