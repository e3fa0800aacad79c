import RedisWire
import SharedLog
import SimperiumClock
import SimperiumWire
import Testing

@Suite("What is read of an engine")
struct EngineReadingTests {
    private static let log = SharedLogID(app: valid(AppID("app")), user: valid(UserID("u")))
    private static let bucket = valid(BucketName("b"))
    private static let key = valid(ObjectKey("k"))

    private static func valid<Name>(_ name: Name?) -> Name {
        guard let name else { preconditionFailure("not a name") }
        return name
    }

    private func record(entry: [UInt8]?) throws -> EngineRecord {
        EngineRecord(
            Self.key, in: Self.bucket, version: try #require(EntityVersion(2)),
            previous: Ordinal(epoch: 7, count: 1), by: Self.valid(ChangeID("-")), lease: nil,
            isRemoved: false, entry: entry)
    }

    @Test("S123 A message tells of one place after the other, with the head before each")
    func messages() throws {
        let text = """
            C 7-1 7-2 b k 2 7-1 - - 0 5 3
            a\nb\
            C 7-2 7-3 b k 2 7-1 - - 0 5 -1
            N 7-3 7-4 6 away 1-2 99
            """
        let heads = [1, 2, 3].map { Ordinal(epoch: 7, count: $0) }
        let places = [2, 3, 4].map { Ordinal(epoch: 7, count: $0) }
        let stamp = Stamp(milliseconds: 5)
        let away = EngineEntry.Act.away(
            Ordinal(epoch: 1, count: 2), until: Stamp(milliseconds: 99))
        let entries = [
            EngineEntry(at: places[0], stamp, .change(try record(entry: Array("a\nb".utf8)))),
            EngineEntry(at: places[1], stamp, .change(try record(entry: nil))),
            EngineEntry(at: places[2], Stamp(milliseconds: 6), away),
        ]
        #expect(
            EngineMessage.all(in: Array(text.utf8))
                == zip(heads, entries).map { EngineMessage(behind: $0, $1) })
    }

    @Test(
        "What no script of ours tells is no message",
        arguments: [
            "X", "C", "N 1-1 1-2", "N a 1-2 5 end 1-1", "C 7-1 7-2 b k 2 7-1 - - 0 5 9\nshort",
            "C 7-1 7-2 b/ k 2 7-1 - - 0 5 0\n", "C 7-1 7-2 b k 0 7-1 - - 0 5 0\n",
        ])
    func garbage(text: String) {
        #expect(EngineMessage.all(in: Array(text.utf8)) == nil)
    }

    @Test("S122 A note of a newer version is known to be one, and no more")
    func newerNotes() {
        for note in ["moved 1-1", "away", "away x 5", "back 1-1 2", "history b", "drop {}"] {
            let text = "N 7-3 7-4 6 " + note
            let messages = EngineMessage.all(in: Array(text.utf8))
            #expect(messages?.map(\.entry.act) == [.unknown], "\(note)")
        }
    }

    @Test("S131 What somebody else has written is no answer, and no trap")
    func altered() {
        let read = { (query: LogQuery) in EngineDeed.read(query, Self.log) }
        let head = RedisValue.text("7-1")
        let rows: [(EngineDeed, [RedisValue])] = [
            (read(.buckets), [.text("FACT"), .text("x"), .array([])]),
            (read(.buckets), [.text("FACT"), head, .array([.text("a b")])]),
            (read(.entity(Self.key, in: Self.bucket)), [.text("FACT"), head, .text("k")]),
            (
                read(.entity(Self.key, in: Self.bucket)),
                [.text("FACT"), head, .text("k"), .text("1 2 3"), .null, .null, .array([])]
            ),
            (read(.bucket(Self.bucket)), [.text("FACT"), head, .text("7-1")]),
            (
                read(.changes(after: .zero, in: Self.bucket, atMost: Portion(entries: 1))),
                [.text("FACT"), head, .number(0), .array([.array([.text("7-1"), .array([])])])]
            ),
            (.log(.close, Self.log), [.text("WRITTEN"), .number(1)]),
            (.log(.close, Self.log), [.text("WHAT")]),
            (.log(.close, Self.log), [.text("FACT"), head]),
            (.log(.close, Self.log), []),
            (.log(.close, Self.log), [.text("OPENED"), head, .number(-1)]),
        ]
        for (deed, items) in rows {
            #expect(EngineAnswer(.array(items), to: deed) == nil, "\(items)")
        }
        #expect(EngineAnswer(.null, to: .log(.close, Self.log)) == nil)
    }
}
