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
            return StoredObject(
                ghost: ghost, draft: .object(["n": JSON(square)]),
                inFlight: ChangeInFlight(
                    change, base: version, outcome: ["n": JSON(square)], turn: 1))
        }
        return KeptSeat(
            Seat(secret, number: number), of: id, in: LobbyKey(rawValue: key.text),
            against: "okafor", unsent: unsent)
    }

    @Test("What is written is read again, with a change that was not answered under its id")
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

    @Test("A file that is cut off anywhere, or no file of ours, is damaged")
    func damaged() throws {
        let bytes = SeatFile(try Self.kept(move: 7), at: Self.server).bytes
        for count in 0..<bytes.count - 1 {
            #expect(throws: SeatFile.Flaw.damaged) { try SeatFile(Array(bytes.prefix(count))) }
        }
        for text in ["{}", "[]", "null", "\u{0}", #"{"version":1}"#, #"{"version":"1"}"#] {
            #expect(throws: SeatFile.Flaw.damaged) { try SeatFile(Array(text.utf8)) }
        }
        let long = [UInt8](repeating: 0x20, count: SeatFile.longest) + bytes
        #expect(throws: SeatFile.Flaw.damaged) { try SeatFile(long) }
    }

    @Test("A file of a later version is known as that, whatever else it has")
    func otherVersion() {
        #expect(throws: SeatFile.Flaw.otherVersion) {
            try SeatFile(Array(#"{"version":2,"seats":[]}"#.utf8))
        }
    }

    @Test("Whatever happens to its bytes, a file is read or refused, and what was read is sound")
    func mutations() throws {
        let bytes = SeatFile(try Self.kept(move: 7), at: Self.server).bytes
        var random = SeededRandom(seed: 11)
        for _ in 0..<20_000 {
            var mutant = bytes
            for _ in 0...random.below(3) {
                let place = random.below(mutant.count)
                switch random.below(4) {
                case 0: mutant[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: mutant.remove(at: place)
                case 2: mutant.insert(mutant[random.below(mutant.count)], at: place)
                default: mutant.swapAt(place, random.below(mutant.count))
                }
            }
            guard let file = try? SeatFile(mutant) else { continue }
            #expect(try SeatFile(file.bytes) == file)
            #expect(file.seat.seat.number > 0)
        }
    }

    @Test("A start finds the file of its server, and leaves the others alone")
    func chooses() throws {
        var folder = SeatFolder(at: Self.server)
        let (mine, second) = (try Self.kept(), try Self.kept(9))
        let elsewhere = SeatFile(try Self.kept(5), at: "wss://example.org/").bytes
        #expect(folder.judge(.taken, as: "seat-1") == .leave)
        #expect(folder.judge(.nothing, as: "seat-2") == .leave)
        #expect(folder.judge(.file(elsewhere), as: "seat-3") == .leave)
        #expect(folder.judge(.file([]), as: "seat-4") == .remove)
        #expect(folder.chosen == nil)
        #expect(folder.judge(.file(SeatFile(mine, at: Self.server).bytes), as: "seat-5") == .choose)
        #expect(
            folder.judge(.file(SeatFile(second, at: Self.server).bytes), as: "seat-6") == .leave)
        #expect(folder.chosen == mine)
        #expect(folder.troubles == [])
    }

    @Test("Damaged files are set aside, others' and later ones are left, and each is told of")
    func troubles() {
        var folder = SeatFolder(at: Self.server)
        #expect(folder.judge(.file(Array("{".utf8)), as: "seat-1") == .setAside)
        #expect(folder.judge(.file(Array(#"{"version":7}"#.utf8)), as: "seat-2") == .leave)
        #expect(folder.judge(.unsafe, as: "seat-3") == .leave)
        #expect(folder.chosen == nil)
        #expect(
            folder.troubles == [
                .damaged(name: "seat-1"), .otherVersion(name: "seat-2"), .unsafe(name: "seat-3"),
            ])
    }
}
