import Game
package import Lobby
import SimperiumClock
package import SimperiumJSON
import SimperiumWire

/// A report about a hall, for the servers of other shards.
package struct CrossShardHallReport: Hashable, Sendable {
    /// The maximum number of waiting players in a report. Later reports contain the other players
    /// once there is room for them.
    static let mostWaiters = 16

    package let hall: HallNumber
    package let isClosed: Bool
    package let people: Int
    package let census: Census
    /// The players who look for an opponent. Their times are on the same clock as `at`.
    package private(set) var waiters: [HallWaiter]
    /// The accounts of the players in `waiters`, by player id.
    private(set) var users: [PlayerID: String]
    /// The search index; nil if the report leaves it out. Receivers then continue to use the
    /// previous index.
    package var searchIndex: HallSearchIndex?
    /// The time of the report.
    private var at = Instant.start
    /// The age of the report when this server read it. A server may read the same report several
    /// times.
    private(set) var age = Duration.zero

    init(
        of hall: HallNumber, people: Int, census: Census, waiters: [HallWaiter] = [],
        users: [PlayerID: String] = [:], searchIndex: HallSearchIndex? = nil,
        isClosed: Bool = false, at now: Instant
    ) {
        self.hall = hall
        self.isClosed = isClosed
        self.people = people
        self.census = census
        self.waiters = Array(waiters.prefix(Self.mostWaiters))
        self.users = users
        self.searchIndex = searchIndex
        at = now
    }

    init(closed hall: HallNumber) {
        self.init(of: hall, people: 0, census: Census(), isClosed: true, at: .start)
    }

    /// Returns the report with its times converted to this server's clock, as if the report were
    /// made at `now`.
    func convertedToOwnClock(at now: Instant) -> CrossShardHallReport {
        var report = self
        report.at = now
        for index in waiters.indices {
            report.waiters[index].since = now + (waiters[index].since - at)
        }
        return report
    }

    /// Returns true if both reports have the same numbers and the same waiting players. Search
    /// indexes are not compared.
    func hasSameContent(as other: CrossShardHallReport) -> Bool {
        people == other.people && census == other.census && waiters == other.waiters
            && users == other.users && isClosed == other.isClosed
    }
}

/// The players and matches of a hall, for searches from other halls.
package struct HallSearchIndex: Hashable, Sendable {
    static let mostMatches = 20

    /// The keys of the players, by the skeletons of their names.
    private let names: [String: ObjectKey]
    /// The keys of the players, by their accounts.
    private let users: [String: ObjectKey]
    /// The keys of the live matches.
    private let matches: Set<ObjectKey>
    /// The hall's entry on a page of matches; nil if the hall has no live match.
    let pageEntry: JSONObject?

    init(of hall: HallNumber, _ state: LobbyState) {
        var (names, users): ([String: ObjectKey], [String: ObjectKey]) = ([:], [:])
        for player in state.roster.players {
            guard !player.isHidden, let key = state.roster.key(of: player.id) else { continue }
            if let user = player.user, users[user] == nil { users[user] = key }
            guard let name = player.name else { continue }
            let skeleton = NameSkeleton(name).text
            if names[skeleton] == nil { names[skeleton] = key }
        }
        self.names = names
        self.users = users
        matches = Set(state.liveMatches.map(\.key))
        pageEntry = HallCoordinator.pageEntry(of: hall, state, atMost: Self.mostMatches)
    }

    func key(of sought: HallSearchTerm) -> ObjectKey? {
        switch sought {
        case .name(let skeleton): names[skeleton.text]
        case .user(let user): users[user]
        case .match(let key): matches.contains(key) ? key : nil
        }
    }
}

extension CrossShardHallReport {
    package static func text(of reports: [CrossShardHallReport]) -> [UInt8] {
        JSON.array(reports.map { .object($0.members) }).utf8
    }

    /// Returns the valid reports in a JSON text from another server. `age` is the time since the
    /// text was stored.
    package static func reports(in text: [UInt8], age: Duration = .zero) -> [CrossShardHallReport] {
        let limits = JSONLimits(bytes: 64 << 20, depth: 16)
        let list = (try? JSON(parsing: text, limits: limits))?.array ?? []
        return list.compactMap { entry in
            var report = entry.object.flatMap { CrossShardHallReport($0) }
            report?.age = age
            return report
        }
    }

    package var members: JSONObject {
        guard !isClosed else { return ["hall": JSON("\(hall)"), "closed": true] }
        var members: JSONObject = [
            "hall": JSON("\(hall)"), "people": JSON(people), "census": .object(census.members),
        ]
        if !waiters.isEmpty { members["waiters"] = .array(waiters.map(json(of:))) }
        members["directory"] = searchIndex.map { .object($0.members) }
        return members
    }

    private func json(of waiter: HallWaiter) -> JSON {
        var members: JSONObject = [
            "id": JSON(waiter.id.rawValue), "waited": JSON((at - waiter.since).wholeMilliseconds),
        ]
        members["clock"] = waiter.clock.map { JSON($0.rawValue) }
        members["user"] = users[waiter.id].map { JSON($0) }
        for (name, isTrue) in [
            ("wishes", waiter.knowsWishes), ("alone", waiter.isAlone), ("moves", waiter.canMove),
            ("redials", waiter.redials),
        ] as [(JSONString, Bool)] where isTrue { members[name] = true }
        return .object(members)
    }

    /// Reads a report whose times count from `Instant.start`. Returns nil if the report contains no
    /// valid hall number.
    package init?(_ members: JSONObject) {
        guard let hall = members["hall"]?.string.flatMap({ HallNumber($0) }) else { return nil }
        guard members["closed"]?.bool != true else {
            self.init(closed: hall)
            return
        }
        var waiters: [HallWaiter] = []
        var users: [PlayerID: String] = [:]
        for entry in (members["waiters"]?.array ?? []).prefix(Self.mostWaiters) {
            guard let waiter = HallWaiter(entry, in: hall) else { continue }
            waiters.append(waiter)
            users[waiter.id] = entry["user"]?.string
        }
        self.init(
            of: hall, people: clampedCount(members["people"]),
            census: Census(members["census"]?.object ?? [:]), waiters: waiters, users: users,
            searchIndex: (members["directory"]?.object).map { HallSearchIndex($0, of: hall) },
            at: .start)
    }
}

extension HallSearchIndex {
    fileprivate var members: JSONObject {
        var members: JSONObject = [
            "names": .object(object(of: names)), "users": .object(object(of: users)),
            "matches": .array(matches.map { JSON($0.text) }),
        ]
        members["page"] = pageEntry.map { .object($0) }
        return members
    }

    private func object(of keys: [String: ObjectKey]) -> JSONObject {
        JSONObject(keys.map { .init(name: JSONString($0.key), value: JSON($0.value.text)) })
    }

    fileprivate init(_ members: JSONObject, of hall: HallNumber) {
        func keys(_ member: JSONString) -> [String: ObjectKey] {
            var keys: [String: ObjectKey] = [:]
            for entry in members[member]?.object ?? [:] {
                keys[entry.name.string] = entry.value.string.flatMap(ObjectKey.init)
            }
            return keys
        }
        names = keys("names")
        users = keys("users")
        matches = Set(
            (members["matches"]?.array ?? []).compactMap { $0.string.flatMap(ObjectKey.init) })
        let shown = (members["page"]?["matches"]?.array ?? []).filter { $0.object != nil }
        pageEntry =
            shown.isEmpty
            ? nil
            : [
                "hall": JSON("\(hall)"), "here": JSON(clampedCount(members["page"]?["here"])),
                "matches": .array(Array(shown.prefix(Self.mostMatches))),
            ]
    }
}

extension HallWaiter {
    fileprivate init?(_ json: JSON, in hall: HallNumber) {
        guard let id = json["id"]?.string else { return nil }
        func isTrue(_ member: JSONString) -> Bool { json[member]?.bool == true }
        self.init(
            id: PlayerID(rawValue: id), hall: hall,
            clock: json["clock"]?.int.flatMap(MoveTimeLimit.init), knowsWishes: isTrue("wishes"),
            since: .start + .milliseconds(-clampedCount(json["waited"], upTo: 3_600_000)),
            isAlone: isTrue("alone"), canMove: isTrue("moves"), redials: isTrue("redials"))
    }
}

/// Returns a number from another program, clamped to the range from 0 to `most`; 0 if the value is
/// not a number.
private func clampedCount(_ json: JSON?, upTo most: Int = 1_000_000) -> Int {
    min(max(json?.int ?? 0, 0), most)
}
