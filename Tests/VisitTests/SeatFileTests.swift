import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing
import Visit

@Suite("A place in a match that is kept on the disk")
struct SeatFileTests {
    private static let server = "ws://127.0.0.1:8383/sock/1/tictactoe/websocket"

    private static func kept(_ number: Int = 3, move: Int? = nil) throws -> KeptSeat {
        let key = try #require(ObjectKey("5d1f0a2b3c4d5e6"))
        let id = try #require(ClientID("0123456789abcde"))
        let secret = try #require(ResumeSecret("a secret of the hub"))
        let (version, ccid) = (EntityVersion(4), try #require(ChangeID("c0ffee")))
        let ghost = version.map { Ghost(version: $0, object: ["n": 0]) }
        let unsent = move.map { square in
            let change = Change(
                .modify(Diff(from: ["n": 0], to: ["n": JSON(square)])), key: key, version: version,
                id: ccid)
            return StoredReplicaObject(
                ghost: ghost, draft: .object(["n": JSON(square)]),
                inFlight: ChangeInFlight(
                    change, base: version, outcome: ["n": JSON(square)], turn: 1))
        }
        return KeptSeat(
            ResumeToken(secret, number: number), of: id, in: key,
            against: "okafor", unsent: unsent)
    }

    @Test("A written file is read back, with an unacknowledged change under its id")
    func roundTrip() throws {
        for move in [nil, 7] {
            let file = SeatFile(try Self.kept(move: move), at: Self.server)
            #expect(try SeatFile(file.bytes) == file)
            #expect(try SeatFile(file.bytes + [UInt8](repeating: 0x20, count: 300)) == file)
        }
        let text = String(
            decoding: SeatFile(try Self.kept(move: 7), at: Self.server).bytes, as: UTF8.self)
        #expect(text.contains("c0ffee") && text.contains("a secret of the hub"))
    }

    @Test("A file that is cut off, of a later version or no file of ours is refused")
    func damaged() throws {
        let bytes = SeatFile(try Self.kept(move: 7), at: Self.server).bytes
        let long = [UInt8](repeating: 0x20, count: SeatFile.longest) + bytes
        var rows: [(name: String, bytes: [UInt8], flaw: SeatFileFlaw)] = [
            ("too long", long, .damaged),
            ("of a later version", Array(#"{"version":2,"seats":[]}"#.utf8), .otherVersion),
        ]
        rows += (0..<bytes.count - 1).map { ("cut at \($0)", Array(bytes.prefix($0)), .damaged) }
        for text in ["{}", "[]", "null", "\u{0}", #"{"version":1}"#, #"{"version":"1"}"#] {
            rows.append((text, Array(text.utf8), .damaged))
        }
        for row in rows {
            #expect(throws: row.flaw, "\(row.name)") { try SeatFile(row.bytes) }
        }
    }

    @Test("A file with random changes is read or refused, and the result of reading is sound")
    func mutations() throws {
        let bytes = SeatFile(try Self.kept(move: 7), at: Self.server).bytes
        var random = SeededRandom(seed: 11)
        for _ in 0..<20_000 {
            var mutant = bytes
            for _ in 0...random.numberBelow(3) {
                let place = random.numberBelow(mutant.count)
                switch random.numberBelow(4) {
                case 0: mutant[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: mutant.remove(at: place)
                case 2: mutant.insert(mutant[random.numberBelow(mutant.count)], at: place)
                default: mutant.swapAt(place, random.numberBelow(mutant.count))
                }
            }
            guard let file = try? SeatFile(mutant) else { continue }
            #expect(try SeatFile(file.bytes) == file)
            #expect(file.seat.seat.number > 0)
        }
    }

    @Test("A start takes the first file of its server; it removes, sets aside or leaves others")
    func judges() throws {
        let (mine, second) = (try Self.kept(), try Self.kept(9))
        let elsewhere = SeatFile(try Self.kept(5), at: "wss://example.org/").bytes
        let rows: [(SeatFileChooser.FoundFile, SeatFileChooser.FoundFileAction)] = [
            (.taken, .leave), (.nothing, .leave), (.file(elsewhere), .leave),
            (.file([]), .remove), (.file(Array("{".utf8)), .setAside),
            (.file(Array(#"{"version":7}"#.utf8)), .leave), (.unsafe, .leave),
            (.file(SeatFile(mine, at: Self.server).bytes), .choose),
            (.file(SeatFile(second, at: Self.server).bytes), .leave),
        ]
        var folder = SeatFileChooser(at: Self.server)
        for (number, (found, judgement)) in rows.enumerated() {
            #expect(
                folder.decideAction(for: found, named: "seat-\(number)") == judgement,
                "seat-\(number)")
            #expect(folder.chosen == (number < 7 ? nil : mine), "seat-\(number)")
        }
        #expect(
            folder.problems == [
                .damaged(name: "seat-4"), .otherVersion(name: "seat-5"), .unsafe(name: "seat-6"),
            ])
    }
}
