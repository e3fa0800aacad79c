package import GameHost
internal import Host
package import Lobby
package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire
package import SyncHub

/// The lobby's server without sockets and disk: a hub, its store in memory, and the guard unless
/// there is none.
package struct LobbyServer: Sendable {
    package static let app: AppID = named(LobbyCredentials.app)
    package static let user: UserID = named(LobbyCredentials.user)
    private static let root = Identity(
        user: named("root"), name: named("root"), rights: .administrator)

    private var machine: RecordableHub
    /// The halls of all users.
    package private(set) var halls: HallCoordinator
    private let hallLimits: HallLimits
    /// The number of servers that the halls are distributed over. They share one hub here.
    private let shards: Int
    /// The shard of each connection.
    private var connectedShards: [ConnectionID: Int] = [:]
    /// The halls at other servers that connections were sent to.
    package private(set) var redirects: [ConnectionID: HallNumber] = [:]
    /// The code and the reason of every change that was refused.
    package private(set) var refusals: [String] = []
    private var store = MemoryStore()
    private var effects: [ServerEffect] = []
    private var lastName: UInt64 = 0

    /// `grace` is the grace time of presence in seconds. Only a hub with its guard can be recorded.
    package init(
        isGuarded: Bool, grace: Int = 60, isRecorded: Bool = false,
        halls: HallLimits = .unlimited, shards: Int = 1
    ) {
        hallLimits = halls
        self.shards = shards
        self.halls = HallCoordinator(halls)
        machine = RecordableHub(
            validators: isGuarded ? GameValidators() : NoValidators(),
            epoch: store.beginEpoch(), isRecorded: isRecorded && isGuarded)
        for bucket in LobbyBucket.allCases {
            lastName += 1
            let options: JSONObject = ["presence": "client", "presenceGrace": JSON(grace)]
            let change = Change(
                .replace(with: options), key: named(bucket.rawValue), id: named("\(lastName)"))
            _ = handle(
                .requested(
                    RequestID(rawValue: lastName), .change(change),
                    of: .optionsBucket(of: Self.app),
                    by: Caller(identity: Self.root, clientID: named("root"))),
                at: .start)
        }
        _ = handle(.started, at: .start)
    }

    package var hub: Hub { machine.hub }
    package var nextDeadline: Instant? { sooner(machine.nextDeadline, halls.nextDeadline) }
    /// The recordings of the hub's runs, if it is recorded.
    package var recordings: [SimulatedRecording] { machine.recordings ?? [] }

    /// Kills the server, and starts it again with its store. Clients are not notified.
    package mutating func restart(at now: Instant) {
        machine.restart(epoch: store.beginEpoch())
        halls = HallCoordinator(hallLimits)
        connectedShards = [:]
        _ = handle(.started, at: now)
    }

    package mutating func handle(_ event: Hub.Event, at now: Instant) -> [ServerEffect] {
        var events = [event]
        var next = 0
        while next < events.count {
            for effect in machine.handle(events[next], at: now) {
                if let answer = perform(effect, at: now) { events.append(answer) }
            }
            next += 1
        }
        if event == .wake {
            for notice in halls.performDueWork(in: hub, at: now) {
                effects.append(.send(notice.frame, to: notice.connections))
            }
        }
        defer { effects = [] }
        return effects
    }

    /// Performs an effect, and returns the event that it causes at once, if any.
    private mutating func perform(_ effect: Hub.Effect, at now: Instant) -> Hub.Event? {
        switch effect {
        case .send(let frame, let id): effects.append(.send(frame, to: [id]))
        case .broadcast(let frame, let ids): effects.append(.send(frame, to: ids))
        case .close(let id, let ending):
            effects.append(.close(id, isTakenOver: ending == .takenOver))
        case .authorize(let question, let request):
            return .authorized(question, authorization(request, at: now))
        case .read(let question, let query):
            let answer = store.answer(query)
            if case .presence(let buckets, _) = answer {
                halls.reopenHalls(withAbsentOwnersIn: buckets, at: now)
            }
            return .read(question, answer)
        case .compute(let question, _): return .computed(question, .nothingYet)
        case .write(let write): keep(write)
        case .note(.refused(_, let error, let reason)):
            refusals.append("\(error.code) \(reason ?? "")")
        case .ended(let id):
            halls.recordClosed(id, at: now)
            connectedShards[id] = nil
        case .inquire(let id, let channel, let question):
            let members = halls.answer(question, by: .client(id, on: channel), in: hub)
            guard let members else { break }
            let frame = HubMessage.command(.options(members), on: channel).frame
            effects.append(.send(frame, to: [id]))
        case .answer, .joined, .note, .pass: break
        }
        return nil
    }

    private mutating func keep(_ write: StoreWrite) {
        do throws(MemoryStore.StaleHead) {
            try store.write(write)
        } catch {
            preconditionFailure("a store has one hub: \(error)")
        }
    }

    private mutating func authorization(
        _ request: AuthorizationRequest, at now: Instant
    ) -> AuthorizationResult {
        lastName += 1
        let rights: Identity.SpecialRights = request.token == Self.doorToken ? .door : []
        let secret = request.needsSecret ? ResumeSecret("secret-\(lastName)") : nil
        if let user = Self.holder(of: request.token) {
            return request.granted(
                to: Identity(user: user, name: named(user.text)), fresh: secret)
        }
        let guest = Identity(user: Self.user, name: named("lobby"), rights: rights)
        return switch halls.admit(request, as: guest, in: hub, at: now) {
        case .success(let guest):
            redirect(request, at: now).map(AuthorizationResult.denied)
                ?? request.granted(to: guest, fresh: secret)
        case .failure(let failure): .denied(failure)
        }
    }

    /// Records the server of a new connection, which the hall in its address determines.
    mutating func recordShard(of id: ConnectionID, inHall hall: String?) {
        connectedShards[id] = hall.flatMap { HallNumber($0) }.map(shard(of:))
    }

    /// Sends a client to the server of its hall, if that is another one.
    private mutating func redirect(
        _ request: AuthorizationRequest, at now: Instant
    ) -> AuthorizationFailure? {
        let id = request.connection
        guard request.redials, let hall = halls.hall(of: id),
            shard(of: hall) != connectedShards[id, default: 0]
        else { return nil }
        // A server offers no other server's hall that has only room for offers. The one desk here
        // does, so its clients stay.
        guard halls.peopleCount(in: hall) <= hallLimits.extended else { return nil }
        halls.recordClosed(id, at: now)
        redirects[id] = hall
        return AuthorizationFailure(.elsewhere, "\(hall)")
    }

    private func shard(of hall: HallNumber) -> Int { (hall.rawValue - 1) % shards }

    /// Replaces an object without asking the guard or the hub's clients.
    package mutating func write(
        _ object: JSONObject, as key: ObjectKey, in bucket: LobbyBucket = .match, at now: Instant
    ) -> [ServerEffect] {
        lastName += 1
        let id = BucketID(app: Self.app, user: Self.user, name: named(bucket.rawValue))
        guard case .entity(let entity, _) = store.answer(.entity(key, in: id)) else { return [] }
        let change = Change(
            .replace(with: object), key: key, version: entity.version, id: named("\(lastName)"))
        let caller = Caller(
            identity: Identity(user: Self.user, name: named("lobby")), clientID: named("cheat"))
        return handle(
            .requested(RequestID(rawValue: lastName), .change(change), of: id, by: caller), at: now)
    }

    /// Returns all objects of a hall's bucket, in the order of their last changes.
    package func objects(
        in bucket: LobbyBucket, of hall: HallNumber = .first
    ) -> [(key: ObjectKey, object: JSONObject)] {
        let id = GameBuckets.log(of: hall).bucket(named(bucket.rawValue))
        let all = IndexSliceQuery(
            .oldestFirst, above: .zero, hasObjects: true,
            atMost: StoreAnswerLimit(entries: .max, bytes: .max))
        guard case .index(let entities, _) = store.answer(.index(all, of: id)) else { return [] }
        return entities.compactMap { entity in
            guard let bytes = entity.object, let object = (try? JSON(parsing: bytes))?.object
            else { return nil }
            return (entity.key, object)
        }
    }

    /// The token that signs in to a user's account.
    package static func token(of user: String) -> Token { named("holder-of-\(user)") }

    private static func holder(of token: Token) -> UserID? {
        let prefix = "holder-of-"
        guard token.text.hasPrefix(prefix) else { return nil }
        return UserID(String(token.text.dropFirst(prefix.count)))
    }

    /// The door's token.
    package static let doorToken: Token = named("d00rd00rd00rd00rd00rd00rd00rd00r")
}

extension HallLimits {
    /// Limits so high that all players are in one hall, for tests that are not about halls.
    package static let unlimited = HallLimits(
        size: 1_000_000, strangers: 1_000_000, spectators: 1_000_000)
}

/// Returns a name from a valid text of a test.
package func named<N: Name>(_ text: String) -> N { .trappingIfInvalid(text) }
