import Lobby
import PlainText
import SimperiumClock
import Testing
import Visit

/// Moves that are taken back, in lines.
@Suite("Moves taken back in lines")
struct UndoLinesTests {
    private var house = LineHouse()

    init() {
        for name in ["okafor", "lin", "zoe"] { house.enter(name) }
        _ = house.type("watch", by: "zoe")
        _ = house.type("5", by: "okafor")
    }

    @Test("C89: undo asks, yes allows, and both read that the round does not count")
    mutating func undoes() {
        #expect(
            house.type("undo", by: "okafor")
                == ["You asked to undo your move. If it is allowed, this round won't count."])
        #expect(
            house.said(to: "lin").last
                == "okafor asks to undo a move; the round won't count: yes or no?")
        _ = house.type("yes", by: "lin")
        for name in ["okafor", "lin", "zoe"] {
            let said = house.said(to: name).suffix(4)
            #expect(said.first?.hasPrefix("A move was taken back.") == true, "\(name): \(said)")
            #expect(said.suffix(3) == ["1 2 3", "4 5 6", "7 8 9"], "\(name): \(said)")
        }
        #expect(house.type("undo", by: "okafor") == ["There is no move to take back."])
        _ = house.type("1", by: "okafor")
        _ = house.type("resign", by: "okafor")
        _ = house.type("yes", by: "okafor")
        #expect(house.said(to: "lin").last?.contains("It does not count") == true)
        #expect(house.said(to: "zoe").last?.contains("It does not count") == true)
    }

    @Test("C89: The score of players and spectators leaves out a round that does not count")
    mutating func score() {
        _ = house.type("undo", by: "okafor")
        _ = house.type("yes", by: "lin")
        for _ in 1...2 {
            _ = house.type("resign", by: "okafor")
            _ = house.type("yes", by: "okafor")
            if house.said(to: "lin").last?.contains("does not count") == true {
                #expect(house.said(to: "lin").last?.contains("Score") == false)
                _ = house.type("rematch", by: "okafor")
                _ = house.type("yes", by: "lin")
            }
        }
        let score = "Score: you 1–0 okafor. Rematch, next or leave?"
        #expect(house.said(to: "lin").last?.hasSuffix(score) == true)
        #expect(
            house.said(to: "zoe").last == "okafor resigned. Score: okafor 0–1 lin, draws 0.")
    }

    @Test("C89: no declines it, and withdraw takes it back")
    mutating func declines() {
        _ = house.type("undo", by: "okafor")
        _ = house.type("no", by: "lin")
        #expect(house.said(to: "okafor").last == "lin declined the undo.")
        _ = house.type("1", by: "lin")
        _ = house.type("undo", by: "okafor")
        #expect(house.type("withdraw", by: "okafor") == ["You withdrew it."])
        #expect(
            house.said(to: "lin").last == "okafor withdrew the undo request.")
        for word in ["yes", "no"] {
            #expect(house.type(word, by: "lin") == ["There is nothing to answer."])
        }
    }

    @Test("C89: The opponent's offer of a draw is declined before an own request is withdrawn")
    mutating func declinesFirst() {
        _ = house.type("undo", by: "okafor")
        _ = house.type("draw", by: "lin")
        #expect(house.type("no", by: "okafor") == ["You declined it."])
        #expect(house.said(to: "lin").last == "okafor declined the draw.")
        #expect(house.type("no", by: "okafor") == ["You withdrew it."])
    }

    @Test("A refusal, a second offer, and a withdrawal of nothing are answered")
    mutating func answers() {
        _ = house.type("draw", by: "okafor")
        #expect(house.type("draw", by: "okafor") == ["You have already offered a draw."])
        _ = house.type("no", by: "lin")
        #expect(house.type("draw", by: "okafor") == ["lin has just declined a draw."])
        #expect(house.type("withdraw", by: "okafor") == ["There is nothing to withdraw."])
        _ = house.type("resign", by: "okafor")
        #expect(house.type("no", by: "okafor") == ["Nothing has changed."])
        _ = house.type("resign", by: "okafor")
        _ = house.type("yes", by: "okafor")
        #expect(house.type("no", by: "okafor") == ["You declined a rematch."])
    }

    @Test("Own offers of a draw and of a rematch are withdrawn", arguments: ["no", "withdraw"])
    mutating func withdraws(word: String) {
        _ = house.type("draw", by: "okafor")
        #expect(house.type(word, by: "okafor") == ["You withdrew it."])
        #expect(house.said(to: "lin").last == "okafor withdrew the draw offer.")
        _ = house.type("resign", by: "okafor")
        _ = house.type("yes", by: "okafor")
        _ = house.type("rematch", by: "okafor")
        #expect(house.type(word, by: "okafor") == ["You withdrew it."])
        #expect(house.said(to: "lin").last == "okafor withdrew the rematch offer.")
    }
}
