import Records
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing
import Visit

@Suite("The data of an account as a command knows it")
struct RecordsWithAgeTests {
    private static let noon = ServerTime(milliseconds: 1_795_387_500_000)

    private static func friend(_ alias: String) -> JSONObject {
        Friend(alias: "\(alias)", since: noon).members
    }

    /// A copy with one friend, as it came from the server and as the program left it.
    private static func copy(
        _ ghost: JSONObject?, _ draft: DraftObjectOrRemoval? = nil, isRefused: Bool = false,
        isWhole: Bool = true
    ) throws -> [BucketName: StoredReplicaBucket] {
        let object = StoredReplicaObject(
            ghost: ghost.map { Ghost(version: .first, object: $0) }, draft: draft,
            refusal: isRefused ? 413 : nil)
        let mark = try #require(ChangeVersion("a1"))
        return [
            try #require(BucketName("friend")): StoredReplicaBucket(
                changeVersion: isWhole ? mark : nil,
                objects: [try #require(ObjectKey("u-1")): object])
        ]
    }

    private static func closed(
        _ stored: [BucketName: StoredReplicaBucket], at time: ServerTime = noon
    ) -> AccountDataWithAge {
        AccountDataWithAge(stored, writtenAt: time)
    }

    private static func opened(
        _ stored: [BucketName: StoredReplicaBucket], user: String = "u-9",
        heardAt: ServerTime? = nil
    ) -> AccountDataWithAge? {
        AccountDataWithAge(
            CopyReplyToOtherProgram(of: user, heardAt: heardAt, stored).bytes, of: "u-9",
            writtenAt: noon)
    }

    private static func alias(_ known: RecordsWithAge) -> String? {
        known.records.friends["u-1"]?.alias.map { "\($0)" }
    }

    @Test("The server's answer counts, and what it has not been told yet")
    func server() throws {
        let answer: [RecordBucket: [String: JSONObject]] = [.friend: ["u-1": Self.friend("now")]]
        for (copies, alias) in [
            ([], "now"), ([Self.closed(try Self.copy(Self.friend("old")))], "now"),
            (
                [Self.closed(try Self.copy(nil, .object(Self.friend("mine")), isWhole: false))],
                "mine"
            ),
            (
                [Self.closed(try Self.copy(nil, .object(Self.friend("mine")), isRefused: true))],
                "now"
            ),
            ([Self.closed(try Self.copy(Self.friend("old"), .removal))], nil),
        ] as [([AccountDataWithAge], String?)] {
            let known = RecordsWithAge(answer, or: copies, of: [.friend])
            #expect(known.age == .current)
            #expect(Self.alias(known) == alias)
        }
        #expect(RecordsWithAge([:], or: [], of: [.friend]).age == .current)
    }

    @Test("Without the server an open copy counts before a closed one, a newer before an older")
    func copies() throws {
        let old = Self.closed(try Self.copy(Self.friend("old")))
        let new = Self.closed(try Self.copy(Self.friend("new")), at: Self.noon + .seconds(9))
        let open = try #require(
            Self.opened(try Self.copy(Self.friend("open")), heardAt: Self.noon + .seconds(1)))
        let part = Self.closed(
            try Self.copy(Self.friend("part"), isWhole: false), at: Self.noon + .seconds(99))
        for (copies, alias, age) in [
            ([old, new], "new", .past(Self.noon + .seconds(9))),
            ([new, old, open], "open", .past(Self.noon + .seconds(1))),
            ([old, part], "old", .past(Self.noon)), ([part], nil, .unknown), ([], nil, .unknown),
        ] as [([AccountDataWithAge], String?, RecordsWithAge.RecordsAge)] {
            let known = RecordsWithAge(nil, or: copies, of: [.friend])
            #expect(Self.alias(known) == alias)
            #expect(known.age == age)
        }
        // A bucket that never came is not empty.
        #expect(RecordsWithAge(nil, or: [new], of: [.friend, .result]).age == .unknown)
    }

    @Test("An answer about another user, of another version, or cut off is no copy")
    func answers() throws {
        let stored = try Self.copy(Self.friend("a"))
        #expect(Self.opened(stored) != nil)
        #expect(Self.opened(stored, user: "u-8") == nil)
        let bytes = CopyReplyToOtherProgram(of: "u-9", heardAt: nil, stored).bytes
        for cut in [0, 1, bytes.count / 2, bytes.count - 1] {
            #expect(
                AccountDataWithAge(Array(bytes.prefix(cut)), of: "u-9", writtenAt: Self.noon)
                    == nil)
        }
        let other = String(decoding: bytes, as: UTF8.self).replacing(
            #""version":1,"user""#, with: #""version":2,"user""#)
        #expect(AccountDataWithAge(Array(other.utf8), of: "u-9", writtenAt: Self.noon) == nil)
    }
}
