import Game
import Records
import SimperiumClock
import SimperiumJSON
import Testing

@Suite("Stored rounds against bots")
struct BotMatchRecorderTests {
    /// A user who plays a round, and whose account applies each edit.
    private struct Sitter {
        var table: LocalGame
        var rounds = BotMatchRecorder()
        var records = AccountRecords()
        var edits: [RecordEdit] = []
        var random = SeededRandom(seed: 3)
        var now = Instant.start

        init(_ table: LocalGame = LocalGame(against: .bot(.medium), seed: 1)) {
            self.table = table
        }

        mutating func place(_ square: Square) {
            _ = table.handle(.choose(square), at: now)
            _ = table.handle(.place, at: now)
            follow()
            now = now + .seconds(1)
            table.wake(at: now)
            follow()
        }

        mutating func follow() {
            let stamp = ServerTime(milliseconds: 1_000) + (now - .start)
            for edit in rounds.recordProgress(of: table, in: records, at: stamp, by: &random) {
                edits.append(edit)
                records.apply(edit)
            }
        }
    }

    @Test("C56: An unfinished round is stored after each move of the bot, under one key")
    func keeps() throws {
        var sitter = Sitter()
        sitter.follow()
        #expect(sitter.edits == [])
        sitter.place(.centre)
        let (key, solo) = try #require(sitter.records.solos.first)
        #expect(sitter.rounds.key == key && solo.moves.count == 2 && solo.level == .medium)
        let free = try #require(Array(sitter.table.match.position.moves).first)
        sitter.place(free)
        #expect(sitter.records.solos.count == 1)
        #expect(sitter.records.solos[key]?.moves.count == 4)
        #expect(sitter.edits.count == 2, "one edit for each move of the bot")
    }

    @Test("A practice round (with undo, or with move values shown) isn't stored")
    func practice() {
        for act in [LocalGame.LocalGameAction.undo, .toggleWorths] {
            var sitter = Sitter()
            sitter.place(.centre)
            #expect(sitter.records.solos.count == 1)
            _ = sitter.table.handle(act, at: sitter.now)
            sitter.follow()
            #expect(sitter.records.solos.isEmpty)
            sitter.place(.centre)
            _ = sitter.table.handle(.resign, at: sitter.now)
            sitter.follow()
            #expect(sitter.records.solos.isEmpty && sitter.records.resultCount == 0)
        }
    }

    @Test("At the end of a round its result is stored once, and the unfinished round is deleted")
    func ends() {
        var sitter = Sitter()
        sitter.place(.centre)
        _ = sitter.table.handle(.resign, at: sitter.now)
        for _ in 0..<3 { sitter.follow() }
        #expect(sitter.records.solos.isEmpty)
        #expect(sitter.records.resultCount == 1)
        #expect(sitter.records.statistics.bots.map(\.balance.lost) == [1])
        #expect(sitter.rounds.key == nil)
        _ = sitter.table.handle(.startNextRound, at: sitter.now)
        sitter.now = sitter.now + .seconds(1)
        sitter.table.wake(at: sitter.now)
        sitter.follow()
        #expect(sitter.records.resultCount == 1)
    }

    @Test("C56: Another device continues the round: the moves, the score and the side to move")
    func goesOn() throws {
        var sitter = Sitter()
        sitter.place(.centre)
        _ = sitter.table.handle(.resign, at: sitter.now)
        sitter.follow()
        _ = sitter.table.handle(.startNextRound, at: sitter.now)
        // The bot begins the second round.
        sitter.now = sitter.now + .seconds(1)
        sitter.table.wake(at: sitter.now)
        sitter.follow()
        let free = try #require(Array(sitter.table.match.position.moves).first)
        sitter.place(free)
        let (key, solo) = try #require(sitter.records.latestUnfinishedBotMatch(except: nil))
        #expect(sitter.records.latestUnfinishedBotMatch(except: key) == nil)

        let table = try #require(LocalGame(solo, seed: 9, at: .start))
        #expect(table.match.board == sitter.table.match.board)
        #expect(table.match.score == sitter.table.match.score)
        #expect(table.isOwnTurn && table.moveHistory.moves?.count == 3)
        var other = Sitter(table)
        (other.records, other.rounds) = (sitter.records, BotMatchRecorder(goingOnWith: key))
        _ = other.table.handle(.resign, at: .start)
        other.follow()
        #expect(other.records.solos.isEmpty && other.records.resultCount == 2)
    }

    @Test("A resumed match knows how many of its rounds were practice")
    func practiceOnAnotherDevice() throws {
        var sitter = Sitter()
        sitter.place(.centre)
        for act in [.undo, .resign, .startNextRound] as [LocalGame.LocalGameAction] {
            _ = sitter.table.handle(act, at: sitter.now)
            sitter.follow()
        }
        // The bot begins the second round.
        sitter.now = sitter.now + .seconds(1)
        sitter.table.wake(at: sitter.now)
        let free = try #require(Array(sitter.table.match.position.moves).first)
        sitter.place(free)
        #expect(sitter.table.practiceRounds == 1)
        let solo = try #require(sitter.records.latestUnfinishedBotMatch(except: nil)).solo
        let table = try #require(LocalGame(solo, seed: 9, at: .start))
        #expect(table.practiceRounds == 1)
        #expect(table.match.score.withoutDraws(1) == Score())
    }

    @Test("A round of two people isn't stored; of too many unfinished rounds the oldest is deleted")
    func bounds() throws {
        var two = Sitter(LocalGame(against: .samePerson, seed: 1))
        two.place(.centre)
        #expect(two.edits == [])
        var records = AccountRecords()
        for number in 0..<BotMatchRecorder.mostKept + 3 {
            var sitter = Sitter()
            sitter.records = records
            sitter.random = SeededRandom(seed: UInt64(number))
            sitter.now = sitter.now + .seconds(number)
            sitter.place(.centre)
            records = sitter.records
        }
        #expect(records.solos.count == BotMatchRecorder.mostKept)
        #expect(records.solos.values.map(\.at.milliseconds).min() ?? 0 > 3_000)
    }
}
