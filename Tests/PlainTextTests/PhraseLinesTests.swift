import Lobby
import PlainText
import SimperiumClock
import Testing
import Visit

/// Phrases and series in lines of text.
@Suite("Phrases and series in lines")
struct PhraseLinesTests {
    private var house = LineHouse()

    init() {
        for name in ["okafor", "lin", "zoe"] { house.enter(name) }
        _ = house.type("watch", by: "zoe")
    }

    @Test("A phrase is shown to the sender, the opponent and spectators")
    mutating func saying() {
        #expect(house.type("say good game", by: "okafor") == ["You: good game"])
        #expect(house.said(to: "lin").last == "okafor: good game.")
        #expect(house.said(to: "zoe").last == "okafor: good game.")
        #expect(
            house.type("say", by: "lin").first?.hasPrefix("Choose one of these phrases: good game,")
                == true)
        #expect(house.type("say rubbish", by: "lin") == house.type("say", by: "lin"))
        house.run(for: .seconds(4))
        #expect(house.type("say 2", by: "okafor") == ["You: again?"])
        #expect(house.said(to: "lin").last == "okafor: again?")
        #expect(
            house.type("say oops", by: "okafor") == ["You've just sent a phrase. Wait a moment."]
        )
    }

    @Test("The phrases of a muted player are not shown, until mute is typed again")
    mutating func muting() {
        #expect(house.type("mute", by: "lin").first?.contains("You muted other players") == true)
        _ = house.type("say oops", by: "okafor")
        #expect(house.said(to: "lin").last?.contains("oops") == false)
        _ = house.type("mute", by: "lin")
        house.run(for: .seconds(4))
        _ = house.type("say thanks", by: "okafor")
        #expect(house.said(to: "lin").last == "okafor: thanks.")
        _ = house.type("mute", by: "zoe")
        house.run(for: .seconds(4))
        _ = house.type("say oops", by: "okafor")
        #expect(house.said(to: "zoe").last?.contains("oops") == false)
    }

    @Test("A clock and a series are wanted for the next round, and agreed on by rematch")
    mutating func terms() {
        _ = house.type("resign", by: "okafor")
        _ = house.type("yes", by: "okafor")
        #expect(
            house.type("target 3", by: "okafor")
                == ["You proposed first to 3 for the next round."])
        #expect(
            house.said(to: "lin").last
                == "okafor proposes first to 3 for the next round. Type rematch to agree.")
        #expect(house.type("target 4", by: "okafor").first?.contains("3, 5 or 10") == true)
        _ = house.type("clock 30", by: "okafor")
        #expect(house.said(to: "lin").last?.contains("30 s a move, first to 3") == true)
        for _ in 1...2 {
            #expect(
                house.type("rematch", by: "okafor")
                    == ["You offered a rematch, 30 s a move, first to 3. Waiting for lin."])
        }
        #expect(
            house.said(to: "lin").last
                == "okafor wants a rematch, 30 s a move, first to 3: yes or no?")
        let begins = "Round 2 begins, 30 s a move, first to 3."
        #expect(house.type("yes", by: "lin").last?.hasPrefix(begins) == true)
        #expect(house.said(to: "okafor").last?.hasPrefix(begins) == true)
    }

    @Test("A no to a rematch declines it, also if the player has proposed terms")
    mutating func declinedRematch() {
        for word in ["resign", "yes"] { _ = house.type(word, by: "okafor") }
        _ = house.type("rematch", by: "lin")
        _ = house.type("target 3", by: "okafor")
        _ = house.type("no", by: "okafor")
        #expect(house.said(to: "lin").last == "okafor declined the rematch.")
    }

    @Test("C64: A player whose proposal is accepted is asked nothing more")
    mutating func acceptedProposal() {
        for word in ["resign", "yes"] { _ = house.type(word, by: "okafor") }
        _ = house.type("target 3", by: "lin")
        #expect(
            house.type("rematch", by: "okafor").first
                == "You accepted the proposal. Waiting for lin.")
        #expect(house.said(to: "lin").last?.hasPrefix("Round 2 ") == true)
        #expect(!house.said(to: "lin").contains { $0.contains("wants a rematch") })
    }

    @Test("A player who types the present terms again withdraws the proposal")
    mutating func presentTerms() {
        for word in ["resign", "yes", "target 3"] { _ = house.type(word, by: "okafor") }
        #expect(house.type("target none", by: "okafor") == ["You withdrew it."])
        #expect(house.said(to: "lin").last == "okafor withdrew the proposal.")
    }

    @Test("A proposal that would remove the clock or the series of the match names that")
    mutating func removedTerms() {
        for word in ["resign", "yes", "clock 30", "rematch"] {
            _ = house.type(word, by: "okafor")
        }
        _ = house.type("yes", by: "lin")
        for word in ["resign", "yes", "target 3"] { _ = house.type(word, by: "okafor") }
        #expect(
            house.type("clock none", by: "okafor")
                == ["You proposed no clock, first to 3 for the next round."])
        let words = "okafor proposes no clock, first to 3 for the next round."
        #expect(house.said(to: "lin").last == "\(words) Type rematch to agree.")
        #expect(
            house.type("target none", by: "okafor")
                == ["You proposed no clock and no series for the next round."])
        for word in ["target 3", "rematch"] { _ = house.type(word, by: "okafor") }
        _ = house.type("yes", by: "lin")
        let begins = "Round 3 begins, no clock, first to 3."
        for name in ["okafor", "lin"] {
            let isTold = house.said(to: name).last?.hasPrefix(begins) == true
            #expect(isTold, "\(house.said(to: name).suffix(2))")
        }
    }

    @Test(
        "A spectator in lines sees the reason for the end of a round, and the winner of the series")
    mutating func watching() throws {
        house.report(.match(nil), .text, to: "iris")
        house.report(.match(nil), .json, to: "emil")
        for word in ["resign", "yes"] { _ = house.type(word, by: "okafor") }
        let end = "okafor resigned. Score: okafor 0–1 lin, draws 0."
        #expect(house.said(to: "zoe").last == end && house.said(to: "iris").last == end)
        let json = try #require(house.said(to: "emil").last)
        #expect(
            json.contains(#""winner":"lin""#) && json.contains(#""finish":"resigned""#), "\(json)")
        _ = house.type("target 3", by: "lin")
        for round in 2...3 {
            for name in ["okafor", "lin"] { _ = house.type("rematch", by: name) }
            #expect(house.said(to: "zoe").last?.hasPrefix("Round \(round) begins") == true)
            for word in ["resign", "yes"] { _ = house.type(word, by: "okafor") }
        }
        let decision = "okafor resigned. lin won the series, 3 to 0."
        #expect(house.said(to: "zoe").last == "\(decision) Score: okafor 0–3 lin, draws 0.")
    }
}
