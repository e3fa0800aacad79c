import Glibc
import SimperiumClock
import SimperiumKit
import TestKit
import TestSupport
import Testing

/// Three clients of the library and one published for Python edit the same objects, while the
/// connections of the three are broken.
@Suite("The library and a published client: Properties", .waits)
final class LibraryProperties {
    /// The number of edits by each of the four clients.
    private static let edits = Seeds.count(1_200, most: 10_000) / 4
    private static let keys = (0..<8).map { "note\($0)" }
    private static let library = ThisBuild.wheel("Simperium3==0.1.5")

    private let server: ServedProgram
    private let relay: Relay
    private let folder: TemporaryFolder

    init() throws {
        server = try ServedProgram(["--app", "demo"])
        relay = try Relay(to: server.port)
        folder = try TemporaryFolder()
    }

    @Test("C33: After random edits by all four over broken connections, all four are equal")
    func equal() async throws {
        let token = try await token()
        let clients = try (0..<3).map { try client($0) }
        for client in clients {
            await client.signIn(token: token)
            await client.connect()
        }
        let words = ["\(Self.edits)", Self.keys.joined(separator: ",")]
        let other = try server.startPython(Self.program, [Self.library, token.text] + words)
        let editing = clients.enumerated().map { number, client in
            Task(executorPreference: TestThreads.executor) {
                try await Self.edit(client, seed: UInt64(number))
            }
        }
        #expect(await cutLines(of: clients, whileSilent: other) == "edited\n")
        for task in editing { try await task.value }
        for client in clients {
            await client.networkChanged()
            try await client.waitUntilSettled(within: .seconds(120))
        }
        other.says("read")
        let theirs = try JSON(text: try #require(other.line()))
        #expect(try #require(theirs.object).count > 1)
        for client in clients {
            try await compare(client, with: theirs)
            await client.close()
        }
        #expect(other.end() == 0)
    }

    private func token() async throws -> Token {
        var configuration = SimperiumClient.Configuration(
            server: "ws://\(server.address)", app: "demo")
        configuration.apiKey = try server.keys(of: "demo").api
        return try await SimperiumClient.with(configuration) { client in
            try await client.signUp(email: "kim@example.org", password: "correct horse").token
        }
    }

    private func client(_ number: Int) throws -> SimperiumClient {
        var configuration = SimperiumClient.Configuration(
            server: "ws://\(relay.address)", app: "demo")
        configuration.storage = .file(folder.path("client\(number).db"))
        return try SimperiumClient(configuration)
    }

    /// Breaks all connections repeatedly, and lets each client dial at once, until a program prints
    /// a line.
    private func cutLines(
        of clients: [SimperiumClient], whileSilent program: PipedProgram
    ) async -> String? {
        var said: String? = ""
        while said == "" {
            relay.cut()
            for client in clients { await client.networkChanged() }
            said = program.read(within: 300)
        }
        return said
    }

    private func compare(_ client: SimperiumClient, with theirs: JSON) async throws {
        let bucket = try await client.bucket(named: "todo")
        try await eventually { try await Self.objects(of: bucket) == theirs }
        #expect(try await Self.objects(of: bucket) == theirs)
    }

    private static func edit(_ client: SimperiumClient, seed: UInt64) async throws {
        let bucket = try await client.bucket(named: "todo")
        var random = SeededRandom(seed: seed)
        for round in 0..<edits {
            guard let key = ObjectKey(keys[random.numberBelow(keys.count)]) else { continue }
            let (kind, place) = (random.numberBelow(10), random.numberBelow(100))
            try await bucket.perform { bucket in
                let object = bucket[key] ?? [:]
                switch kind {
                case 0: bucket.delete(key)
                case 1: try bucket.set(key, to: ["round": JSON(round)])
                case 2...4:
                    let text = Array(object["text"]?.string ?? "")
                    let at = text.isEmpty ? 0 : place % text.count
                    let letters = String(text[..<at]) + "\(seed)é" + String(text[at...].prefix(60))
                    try bucket.merge(
                        key, from: object, to: object.setting("text", to: JSON(letters)))
                default:
                    let name = JSONString("member\(place % 4)")
                    try bucket.set(
                        key,
                        to: object.setting(name, to: ["by": JSON(Int(seed)), "n": JSON(round)]))
                }
            }
            if round.isMultiple(of: 20) { usleep(10_000) }
        }
    }

    /// Returns the objects with their keys.
    private static func objects(of bucket: SimperiumBucket) async throws -> JSON {
        let all = try await bucket.perform { bucket in
            bucket.keys.map { key in
                JSONObject.Member(name: JSONString(key.text), value: .object(bucket[key] ?? [:]))
            }
        }
        return .object(JSONObject(all))
    }

    private static let program = """
        import random, requests, uuid
        sys.path.insert(0, sys.argv[2])
        from simperium.core import Api
        todo = Api("demo", sys.argv[3], clientid="py-1", host="127.0.0.1:" + PORT,
            scheme="http").todo
        edits, keys, chance = int(sys.argv[4]), sys.argv[5].split(","), random.Random(4)
        for round in range(edits):
            key, kind = chance.choice(keys), chance.randrange(10)
            try:
                if kind == 0:
                    todo.delete(key)
                elif kind == 1:
                    todo.post(key, {"round": round}, replace=True)
                elif kind < 5:
                    text = (todo.get(key) or {}).get("text", "")
                    at = chance.randrange(len(text) + 1)
                    todo.post(key, {"text": text[:at] + "py\\u00e9" + text[at:][:60]})
                else:
                    todo.post(key, {f"member{chance.randrange(4)}": {"by": "py", "n": round}})
            except requests.HTTPError as error:
                # Nothing to remove, or nothing changed: that is an answer, too.
                assert error.response.status_code in (404, 409, 412, 413, 440), error
        print("edited", flush=True)
        sys.stdin.readline()
        found, mark = {}, None
        while True:
            page = todo.index(data=True, mark=mark)
            found.update({entry["id"]: entry["d"] for entry in page["index"]})
            mark = page.get("mark")
            if mark is None: break
        print(json.dumps(found), flush=True)
        """
}

extension JSONObject {
    fileprivate func setting(_ name: JSONString, to value: JSON) -> JSONObject {
        var object = self
        object[name] = value
        return object
    }
}
