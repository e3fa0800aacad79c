import Game
import Lobby
import Records
import SimperiumClock
import SimperiumJSON
import TestSupport
import Testing

@Suite("The referee of games over days: Properties")
struct CorrespondenceRefereeProperties {
    @Test(
        "Any changes by two players and a stranger keep the game within the rules",
        arguments: Seeds.batches(300))
    func goesByTheRules(seeds: [UInt64]) throws {
        var ends: Set<String> = []
        for seed in seeds {
            var play = try Play(seed: seed)
            for _ in 0..<60 { try play.step() }
            ends.insert(play.model.end)
        }
        // Few seeds need not see everything.
        guard seeds.count >= 15 else { return }
        #expect(ends.count > 2, "\(ends)")
    }

    /// The rules, written independently of the referee.
    struct Model {
        var position = Position(first: .circle)
        var moves: [Square] = []
        var end = "open"
        var since = CorrespondenceGame.begun

        /// Applies an act if the rules allow it now. Returns false if they don't.
        mutating func perform(_ act: Act, by piece: Piece?, at stamp: ServerTime) -> Bool {
            guard let piece, end == "open" else { return false }
            switch act {
            case .move(let square):
                guard piece == position.next, (try? position.play(square)) != nil else {
                    return false
                }
                moves.append(square)
                if position.isOver { end = "board" }
            case .resign:
                end = "resigned \(piece)"
            case .claim:
                guard moves.count > 1, piece != position.next,
                    stamp - since > .seconds(86_400)
                else { return false }
                end = "late \(position.next)"
            case .claimForOther, .twoMoves, .nothing: return false
            }
            since = stamp
            return true
        }
    }

    enum Act {
        case move(Square)
        case resign
        case claim
        case claimForOther
        case twoMoves
        case nothing
    }

    struct Play {
        var random: SeededRandom
        var model = Model()
        var object: JSONObject
        var now = CorrespondenceGame.begun
        let seed: UInt64

        init(seed: UInt64) throws {
            self.seed = seed
            random = SeededRandom(seed: seed)
            object = try #require(CorrespondenceGame.fresh(.day)).members
        }

        mutating func step() throws {
            now = now + .seconds(random.chance(1, in: 8) ? random.numberBelow(200_000) : 600)
            let writer = random.pick(["u-lin", "u-okafor", "u-lin", "u-okafor", "u-kim"]) ?? ""
            let piece: Piece? = ["u-lin": .circle, "u-okafor": .cross][writer]
            let act = nextAct()
            let isRight = model.perform(act, by: piece, at: now)
            let after = written(act, by: piece ?? .circle)
            do throws(CorrespondenceFoul) {
                let ruling = try CorrespondenceReferee.gameAfterAllowedEdit(
                    .change(from: object, to: after), by: writer, at: now)
                guard let game = ruling else {
                    Issue.record("seed \(seed): the game is only removed from a list")
                    return
                }
                #expect(isRight, "seed \(seed): \(act) by \(writer)")
                object = game.members
                #expect(game.at == now, "seed \(seed)")
            } catch {
                #expect(!isRight, "seed \(seed): \(act) by \(writer) is \(error)")
            }
            try check()
        }

        private mutating func nextAct() -> Act {
            switch random.numberBelow(24) {
            case 0: .resign
            case 1...3: .claim
            case 4: .claimForOther
            case 5: .twoMoves
            case 6: .nothing
            default: .move(random.pick(Square.allCases) ?? .centre)
            }
        }

        private func written(_ act: Act, by piece: Piece) -> JSONObject {
            let word = { (piece: Piece) in JSON(piece == .circle ? "circle" : "cross") }
            var after = object
            var moves = object["moves"]?.array ?? []
            switch act {
            case .move(let square): moves.append(JSON(Int(square.rawValue)))
            case .twoMoves: moves += [0, 8]
            case .resign: after["resigned"] = word(piece)
            case .claim:
                after["resigned"] = word(piece.opponent)
                after["ending"] = "timeout"
            case .claimForOther:
                after["resigned"] = word(piece)
                after["ending"] = "timeout"
            case .nothing: after["at"] = JSON(Int(now.milliseconds))
            }
            after["moves"] = .array(moves)
            return after
        }

        private func check() throws {
            let game = try CorrespondenceGame(object)
            #expect(game.moves == model.moves && game.position == model.position, "seed \(seed)")
            #expect(game.isOver == (model.end != "open"), "seed \(seed): \(model.end)")
            #expect(game.at == model.since && game.members == object, "seed \(seed)")
        }
    }
}
