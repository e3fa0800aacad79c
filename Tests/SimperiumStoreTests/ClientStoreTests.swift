import SimperiumJSON
import SimperiumStore
import SimperiumWire
import TestSupport
import Testing

@Suite("Stores of programs")
struct ClientStoreTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() throws -> ClientStore { try ClientStore(.file(folder.path("client"))) }

    @Test("All data of an object is loaded as it was stored", arguments: samples)
    func objects(object: StoredReplicaObject) throws {
        do {
            var store = try open()
            try store.write([.put(named("a"), object)], to: .todo)
            try store.commit()
        }
        var store = try open()
        let loaded = try store.load(.todo)
        #expect(loaded == StoredReplicaBucket(objects: [named("a"): object]))
        #expect(loaded.objects[named("a")]?.spelling == object.spelling)
    }

    private static let json: JSONObject = [
        "big": 9_007_199_254_740_993, "text": "e\u{301}\0\u{2028}😀\\\"", "": [nil, true, [:]],
    ]
    private static let exact = try? JSON(
        parsing: Array(#"{"a":1.0,"b":1e0,"c":-0,"d":12345678901234567890.10,"e":1E+2}"#.utf8))

    private static let samples: [StoredReplicaObject] = [
        StoredReplicaObject(),
        StoredReplicaObject(ghost: Ghost(version: .first, object: json)),
        StoredReplicaObject(ghost: Ghost(version: .first, object: exact?.object ?? [:])),
        StoredReplicaObject(draft: .object(json), turn: 7, refusal: 1),
        StoredReplicaObject(draft: .object([:]), turn: 0),
        StoredReplicaObject(draft: .removal, turn: .max, suspect: .first),
        inFlight(.modify(Diff(from: json, to: ["text": "e", "more": 1.5]))),
        inFlight(.replace(with: json)),
        inFlight(.replace(with: json, diff: Diff(from: [:], to: json))),
        inFlight(.replace(with: [:], diff: Diff()), outcome: [:], isApplied: true),
        inFlight(.remove, outcome: nil, isApplied: true),
        inFlight(.empty), inFlight(.drop),
    ]

    private static func inFlight(
        _ operation: Change.Operation, outcome: JSONObject? = json, isApplied: Bool = false
    ) -> StoredReplicaObject {
        let change = Change(
            operation, key: named("a"), version: isApplied ? nil : .first, id: named("c-1"),
            clientID: isApplied ? named("me\u{7}") : nil)
        return StoredReplicaObject(
            inFlight: ChangeInFlight(
                change, base: isApplied ? .first : nil, outcome: outcome, turn: 3,
                isApplied: isApplied))
    }

    @Test("Each bucket of each account is stored separately")
    func replicas() throws {
        var store = try open()
        let others = [
            ReplicaBucketID(account: "lee", bucket: named("todo")),
            ReplicaBucketID(account: "kim", bucket: named("notes")),
        ]
        let object = StoredReplicaObject(draft: .object(["n": 1]))
        for id in others + [.todo] {
            try store.write(
                [.put(named("a"), object), .move(to: named("cv")), .belong(to: named("k@x"))],
                to: id)
        }
        try store.write([.forgetAll, .move(to: nil), .belong(to: nil)], to: .todo)
        #expect(try store.load(.todo) == StoredReplicaBucket())
        for id in others {
            #expect(
                try store.load(id)
                    == StoredReplicaBucket(
                        changeVersion: named("cv"), owner: named("k@x"),
                        objects: [named("a"): object]))
        }
    }
}

extension ReplicaBucketID {
    static let todo = ReplicaBucketID(account: "kim", bucket: named("todo"))
}

extension StoredReplicaObject {
    /// All its JSON as text, because equal values may be written in many ways.
    var spelling: [String] {
        var objects = [ghost?.object, inFlight?.outcome]
        if case .object(let object) = draft { objects.append(object) }
        return objects.map { $0.map { String(decoding: $0.utf8, as: UTF8.self) } ?? "-" }
    }
}
