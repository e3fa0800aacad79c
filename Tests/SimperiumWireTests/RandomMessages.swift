import SimperiumClock
import SimperiumJSON
import SimperiumWire

/// Random messages of each kind: well-formed, and mostly unlikely.
struct RandomMessages {
    private static let plain = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._")
    private static let anything = Array(
        "aZ09 \"\\/:\n\t\u{0}\u{1F}\u{7F}\u{E9}e\u{301}\u{1F600}?{}[],")

    var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// One message of each kind that clients send.
    mutating func clientMessages() -> [ClientMessage] {
        let commands: [ClientCommand] = [
            .initialize(.success(initRequest())),
            .index(
                IndexRequest(
                    hasObjects: flip(), mark: maybe { named($0.plain(upTo: 30)) },
                    since: maybe { $0.changeVersion() }, limit: random.numberBelow(1_200))),
            .entity(EntityRequest(reference())), .catchUp(from: .start),
            .catchUp(from: .after(changeVersion())), .catchUp(from: .unreadable),
            .changes(list(upTo: 4) { .success($0.change()) }), .singleChange(change()),
            .state(clientState()), .beat(seconds: random.numberBelow(100)), .unknown("warp"),
        ]
        return commands.map { .command($0, on: channel()) } + [
            .heartbeat(random.numberBelow(1 << 53)), .unknown("warp"),
            .log(LogLine(text(upTo: 40), bucket: maybe { named($0.plain(upTo: 64)) })),
        ]
    }

    /// One message of each kind that hubs send.
    mutating func hubMessages() -> [HubMessage] {
        let failure = AuthorizationFailure(.init(code: random.numberBelow(600)), text(upTo: 20))
        let commands: [HubCommand] = [
            .authorized(named("u" + plain(upTo: 20) + " \u{E9}@x")), .unauthorized(failure),
            .expired, .index(indexPage()),
            .entity(EntityReply(EntityRequest(reference()), object: maybe { $0.object(depth: 3) })),
            .unknownCursor, .changes(list(upTo: 4) { $0.entry() }), .state,
            .away(
                list(upTo: 3) { $0.key() },
                RelativeAbsenceTimes(
                    secondsAway: random.numberBelow(100), secondsLeft: random.numberBelow(86_401),
                    cause: Absence.Cause.allCases[random.numberBelow(3)])),
            .back(list(upTo: 3) { $0.key() }),
            .resume(named("s" + text(upTo: 30)), sessionNumber: random.numberBelow(9)),
            .rules(random.numberBelow(9)),
            .ages([RuleMeasuredDuration(key(), milliseconds: random.numberBelow(86_400_001))]),
            .ended(
                SessionEnd(
                    SessionEndReason.allCases[random.numberBelow(3)],
                    outcome: maybe { $0.object(depth: 2) }
                )),
            .restored,
            .options(["namespace": .string(JSONString(text(upTo: 9)))]), .unknown("warp"),
        ]
        return commands.map { .command($0, on: channel()) } + [
            .heartbeat(random.numberBelow(1 << 53)), .unknown("warp"),
            .log(LogLevel(rawValue: random.numberBelow(3)) ?? .off),
        ]
    }

    private mutating func initRequest() -> InitRequest {
        var request = InitRequest(
            app: named(plain(upTo: 256)), bucket: named(plain(upTo: 64)), clientID: clientID(),
            token: named("t" + text(upTo: 40)))
        request.protocolVersion = flip() ? .current : .legacy
        request.library.name = maybe { $0.text(upTo: 20) }
        request.library.version = maybe { $0.text(upTo: 9) }
        request.command = maybe { $0.text(upTo: 20) }
        request.extensions = InitRequest.Extensions(rawValue: UInt8(random.numberBelow(64)))
        request.resume = maybe { named("s" + $0.text(upTo: 40)) }
        request.sessionNumber = maybe { 1 + $0.random.numberBelow(1 << 40) }
        request.takesOverSession = flip()
        request.ownSecret = maybe { named("s" + $0.text(upTo: 40)) }
        return request
    }

    private mutating func change() -> Change {
        let operations: [Change.Operation] = [
            .modify(diff()), .replace(with: object(depth: 3), diff: maybe { $0.diff() }), .remove,
            .empty, .drop, .restore(object(depth: 3)),
        ]
        let operation = operations[random.numberBelow(operations.count)]
        let needsVersion = if case .restore = operation { true } else { false }
        return Change(
            operation, key: key(), version: needsVersion || flip() ? version() : nil,
            id: changeID(), clientID: maybe { $0.clientID() })
    }

    private mutating func entry() -> HubChangeListEntry {
        guard !random.chance(1, in: 5) else { return .unreadable(maybe { $0.changeVersion() }) }
        guard flip() else {
            return .refused(
                RefusedChange(
                    ChangeRefusalReason(code: random.numberBelow(700)), to: change(), by: clientID()
                ))
        }
        let effects: [AcceptedChange.ChangeEffect] = [
            .modified(diff(), from: maybe { $0.version() }, to: version()),
            .removed(at: maybe { $0.version() }), .emptied, .unreadable(version()),
            .other("X" + text(upTo: 8)),
        ]
        return .accepted(
            AcceptedChange(
                effects[random.numberBelow(effects.count)], key: key(),
                changeVersion: changeVersion(),
                changeIDs: list(upTo: 3) { $0.changeID() }, clientID: clientID()))
    }

    private mutating func indexPage() -> IndexPage {
        IndexPage(
            current: maybe { $0.changeVersion() },
            entries: list(upTo: 4) { maker in
                IndexPage.ListedObject(
                    key: maker.key(), version: maker.version(),
                    object: maker.maybe { $0.object(depth: 3) })
            }, mark: maybe { named($0.plain(upTo: 30)) })
    }

    private mutating func clientState() -> ClientBucketDiagnostics {
        ClientBucketDiagnostics(
            current: maybe { $0.changeVersion() }, index: list(upTo: 3) { $0.reference() },
            pending: list(upTo: 3) { maker in
                ClientBucketDiagnostics.UnacknowledgedChange(
                    key: maker.key(), version: maker.maybe { $0.version() },
                    changeID: maker.changeID())
            }, extra: object(depth: 2))
    }

    private mutating func diff() -> Diff {
        guard flip() else { return Diff(from: object(depth: 3), to: object(depth: 3)) }
        return SimperiumWireTests.diff(#"{"i":{"o":"I","v":7},"l":{"o":"L","v":{"9":{"o":"-"}}}}"#)
    }

    private mutating func object(depth: Int) -> JSONObject {
        var object = JSONObject()
        for _ in 0..<random.numberBelow(5) {
            object[JSONString(text(upTo: 3))] = json(depth: depth - 1)
        }
        return object
    }

    private mutating func json(depth: Int) -> JSON {
        switch random.numberBelow(depth > 0 ? 7 : 5) {
        case 0: .null
        case 1: .bool(flip())
        case 2: .number(JSONNumber(random.numberBelow(2_000) - 1_000))
        case 3: .string(JSONString(text(upTo: 30)))
        case 4: [1.5, -2e300, 0.1][random.numberBelow(3)]
        case 5: .array(list(upTo: 3) { $0.json(depth: depth - 1) })
        default: .object(object(depth: depth - 1))
        }
    }
}

extension RandomMessages {
    private mutating func channel() -> ChannelNumber {
        ChannelNumber(rawValue: UInt16(random.numberBelow(65_536)))
    }

    private mutating func key() -> ObjectKey { named(plain(upTo: 200) + "%@") }
    private mutating func changeID() -> ChangeID { named(plain(upTo: 40)) }
    private mutating func clientID() -> ClientID { named("c" + text(upTo: 40)) }

    private mutating func changeVersion() -> ChangeVersion {
        flip() ? ChangeVersion(epoch: 7, number: random.next()) : named("v?" + plain(upTo: 30))
    }

    private mutating func version() -> EntityVersion {
        SimperiumWire.EntityVersion(1 + random.numberBelow(flip() ? 9 : 1 << 53 - 1)) ?? .first
    }

    private mutating func reference() -> EntityVersionReference {
        EntityVersionReference(key: key(), version: version())
    }

    private mutating func plain(upTo longest: Int) -> String {
        String((0...random.numberBelow(longest)).map { _ in Self.plain[random.numberBelow(65)] })
    }

    private mutating func text(upTo longest: Int) -> String {
        String(
            (0..<random.numberBelow(longest)).map { _ in
                Self.anything[random.numberBelow(Self.anything.count)]
            })
    }

    private mutating func flip() -> Bool { random.chance(1, in: 2) }

    private mutating func maybe<Value>(_ make: (inout RandomMessages) -> Value) -> Value? {
        flip() ? make(&self) : nil
    }

    private mutating func list<Value>(
        upTo longest: Int, _ make: (inout RandomMessages) -> Value
    ) -> [Value] {
        (0..<random.numberBelow(longest + 1)).map { _ in make(&self) }
    }
}
