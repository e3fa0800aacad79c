import Lobby
import PlainText
import SimperiumClock
import Testing
import Visit

/// What people say at a board, and series, in lines.
@Suite("Phrases and series in lines")
struct PhraseLinesTests {
    private var house = LineHouse()

    init() {
        for (number, name) in ["okafor", "lin", "zoe"].enumerated() {
            house.enter(
                LineClient(
                    .lobby, name: PlayerName(cleaning: name), visit: LineHouse.visit(number),
                    seed: 1))
        }
        _ = house.type("watch", by: 2)
    }

    @Test("A phrase is said, and heard by the other and by who watches")
    mutating func saying() {
        #expect(house.type("say good game", by: 0) == ["You say: good game"])
        #expect(house.said(to: 1).last == "okafor says: good game.")
        #expect(house.said(to: 2).last == "okafor says: good game.")
        #expect(house.type("say", by: 1).first?.hasPrefix("Say one of these: good game,") == true)
        #expect(house.type("say rubbish", by: 1) == house.type("say", by: 1))
        house.run(for: .seconds(4))
        #expect(house.type("say 2", by: 0) == ["You say: again?"])
        #expect(house.said(to: 1).last == "okafor says: again?")
        #expect(house.type("say oops", by: 0) == ["You have just said something: wait a moment."])
    }

    @Test("Whoever is muted is not heard, until that is taken back")
    mutating func muting() {
        #expect(house.type("mute", by: 1).first?.contains("your opponent") == true)
        _ = house.type("say oops", by: 0)
        #expect(house.said(to: 1).last?.contains("oops") == false)
        _ = house.type("mute", by: 1)
        house.run(for: .seconds(4))
        _ = house.type("say thanks", by: 0)
        #expect(house.said(to: 1).last == "okafor says: thanks.")
        _ = house.type("mute all", by: 2)
        house.run(for: .seconds(4))
        _ = house.type("say oops", by: 0)
        #expect(house.said(to: 2).last?.contains("oops") == false)
    }

    @Test("A clock and a series are wanted for the next round, and agreed on by rematch")
    mutating func terms() {
        _ = house.type("resign", by: 0)
        _ = house.type("yes", by: 0)
        #expect(
            house.type("target 3", by: 0)
                == ["For the next round you would like first to 3."])
        #expect(
            house.said(to: 1).last
                == "For the next round okafor would like first to 3. rematch agrees.")
        #expect(house.type("target 4", by: 0).first?.contains("3, 5 or 10") == true)
        _ = house.type("clock 30", by: 0)
        #expect(house.said(to: 1).last?.contains("30 s a move, first to 3") == true)
    }

    @Test("Who watches in lines hears why a round is over, and who has won the series")
    mutating func watching() throws {
        for format in [LobbyReport.Format.text, .json] {
            house.enter(
                LobbyReport(
                    .match(nil), format, follows: true, isServerNamed: true,
                    visit: LineHouse.visit(format == .text ? 3 : 4)))
        }
        for word in ["resign", "yes"] { _ = house.type(word, by: 0) }
        let end = "okafor resigned. Score: okafor 0–1 lin, draws 0."
        #expect(house.said(to: 2).last == end && house.said(to: 3).last == end)
        let json = try #require(house.said(to: 4).last)
        #expect(
            json.contains(#""winner":"lin""#) && json.contains(#""finish":"resigned""#), "\(json)")
        _ = house.type("target 3", by: 1)
        for round in 2...3 {
            for number in 0...1 { _ = house.type("rematch", by: number) }
            #expect(house.said(to: 2).last?.hasPrefix("Round \(round) begins") == true)
            for word in ["resign", "yes"] { _ = house.type(word, by: 0) }
        }
        let decision = "okafor resigned. lin has won the series, 3 to 0."
        #expect(house.said(to: 2).last == "\(decision) Score: okafor 0–3 lin, draws 0.")
    }
}
