import Clockwork
import Game
import TestSupport
import Testing

@Suite("Game: properties")
struct GameProperties {
    /// There are 504 ways to play the first three moves.
    @Test("Every game is written and read back", arguments: Seeds.batches(40, most: 504))
    func games(openings: Range<UInt64>) throws {
        for opening in openings {
            var record = MatchRecord()
            var choices = Int(opening)
            for ways in [9, 8, 7] {
                try record.play(Array(record.latest.position.moves)[choices % ways])
                choices /= ways
            }
            try readBackAllGames(from: record)
        }
    }

    private func readBackAllGames(from record: MatchRecord) throws {
        let moves = record.latest.position.moves
        for square in moves {
            var following = record
            try following.play(square)
            try readBackAllGames(from: following)
        }
        if moves.isEmpty { try #expect(MatchRecord(record.description) == record) }
    }

    @Test(
        "Whatever is asked of a match, it stays one that can be stored",
        arguments: Seeds.batches(20))
    func storage(seeds: Range<UInt64>) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            var match = Match(circle: .ada, cross: .bob)
            for _ in 0..<300 {
                let before = match
                let act = Act.random(&random)
                do throws(MoveRefusal) {
                    try act.perform(in: &match)
                } catch {
                    #expect(match == before, "refused by \(error)")
                }
                #expect(match.score.rounds == match.round - (match.outcome == nil ? 1 : 0))
                let stored = try Match(
                    circle: match.circle, cross: match.cross, board: match.board, next: match.next,
                    round: match.round, earlierScore: match.earlierScore, resigned: match.resigned,
                    drawOffers: match.drawOffers)
                #expect(stored == match)
            }
        }
    }

    @Test("A match and its record agree, and a series is read back", arguments: Seeds.batches(20))
    func series(seeds: Range<UInt64>) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            var match = Match(circle: .ada, cross: .bob)
            var record = MatchRecord()
            for _ in 0..<300 {
                let act = Act.random(&random)
                guard (try? act.perform(in: &match)) != nil else { continue }
                try record.note(act, in: match)
                #expect(record.latest.position == match.position)
                #expect(record.latest.outcome == match.outcome)
                #expect(record.latest.number == match.round)
            }
            #expect(record.score == match.score)
            #expect(try MatchRecord(record.description) == record)
        }
    }

    @Test(
        "A text is refused, or is what its record would be written as", arguments: Seeds.batches(20)
    )
    func nonsense(seeds: Range<UInt64>) {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let alphabet = Array("123456789ox ()wins:draw\né".utf8)
            for valid in [
                "1: o5 x1 (o resigns)\n2: x5 o1 x3 o2 x7 (x wins)\n3: o1", "xo./.x./..o o",
            ] {
                for _ in 0..<100 {
                    var bytes = Array(valid.utf8)
                    for _ in 0...random.below(2) {
                        let place = random.below(bytes.count)
                        let end = random.chance(1, in: 2) ? place : place + 1
                        bytes.replaceSubrange(
                            place..<end, with: [alphabet[random.below(alphabet.count)]])
                    }
                    let text = String(decoding: bytes, as: UTF8.self)
                    if let read = try? MatchRecord(text) {
                        #expect(text == read.description || text == read.description + "\n")
                    }
                    if let read = try? Position(text) { #expect(text == read.description) }
                }
            }
        }
    }
}

extension MatchRecord {
    /// Notes what was done in a match, which has changed accordingly.
    fileprivate mutating func note(_ act: Act, in match: Match) throws {
        switch act {
        case .play(let square, _): try play(square)
        case .resign(let player): try resign(#require(match.piece(of: player)))
        case .offer, .accept: if match.outcome == .drawAgreed { try agreeDraw() }
        case .decline, .withdraw: break
        case .next: try startNextRound()
        }
    }
}
