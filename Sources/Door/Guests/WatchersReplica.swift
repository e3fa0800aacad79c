import Lobby
package import SimperiumClock
internal import SimperiumJSON
package import SimperiumSync
import SimperiumWire
package import Visit

/// The door's copies of the lobby, shared by all spectators. It has a replica of the first hall and
/// of each other hall with a spectator. It also writes the Watcher objects that show players the
/// number of spectators.
///
/// It does no I/O. Order of events: `.begin` once; then requests and departures of guests, events
/// of numbered connections, and `.wake` at `nextDeadline`. Each `dial` is answered by `opened` or
/// `closed`, and each `hangUp` by `closed`. After each event the door passes snapshots with new
/// versions to the guests.
///
/// `WatchedHall` has the replica of one hall. Its connection has a number that is never used again.
package struct WatchersReplica: Sendable {
    package enum Event: Hashable, Codable, Sendable {
        case begin
        /// A request of a guest. `by` is the guest's number.
        case wish(DoorRequest, by: Int)
        case left(Int)
        case link(LinkEvent, line: Int)
        case wake
    }

    package enum Effect: Hashable, Codable, Sendable {
        case link(LinkEffect, line: Int)
        /// An answer to a guest's request. With `found`, the guest moves to the hall of the match.
        case answer(DoorAnswer, to: Int)
    }

    /// The time until an unused replica of a hall is closed.
    package static let pause = Duration.seconds(10)
    /// The time limit of a search for a match in another hall.
    static let patience = Duration.seconds(5)
    /// The number of the first hall's replica, where each guest starts.
    private static let main = 0

    private let beginning: LobbyClient.Beginning
    var lines: [Int: WatchedHall]
    var guests: [Int: SpectatorState] = [:]
    private var lastLine = Self.main
    private var lastVersion = 0
    private var matches = DistantMatches()
    private var census: Census?
    /// The guests that asked for the number of users.
    private var curious: [Int] = []
    /// True if a request to the server for the number of users is pending.
    private var isAsked = false
    /// The guests whose search has succeeded, with the match. The answer waits for the new version
    /// of the snapshot.
    private var found: [(guest: Int, match: ObjectKey)] = []
    private var now = Instant.start
    var effects: [Effect] = []

    package init(_ beginning: LobbyClient.Beginning) {
        self.beginning = beginning
        lines = [
            Self.main: WatchedHall(beginning.settings, token: beginning.token, in: .first)
        ]
    }

    package var nextDeadline: Instant? {
        let halls = lines.values.compactMap(\.nextDeadline)
        let places = guests.values.compactMap(\.search?.until)
        let asking = status == .synced ? matches.asksAt : nil
        return sooner((halls + places).min(), asking)
    }

    /// The status of the connection to the first hall.
    package var status: ReplicaStatus {
        lines[Self.main]?.status ?? .offline(retryAt: nil, because: nil)
    }

    /// The snapshot for a new guest.
    package var snapshot: LobbySnapshot { hallSnapshot(of: Self.main) }

    package func snapshot(for guest: Int) -> LobbySnapshot {
        hallSnapshot(of: guests[guest]?.line ?? Self.main)
    }

    var snapshots: [LobbySnapshot] { lines.keys.sorted().map(hallSnapshot(of:)) }

    package var versions: Set<Int> { Set(lines.values.map(\.version)) }

    package var hallCount: Int { lines.values.count { !$0.isEnding } }

    private func hallSnapshot(of line: Int) -> LobbySnapshot {
        let hall = lines[line] ?? lines[Self.main]
        return LobbySnapshot(
            lobbyState: hall?.lobbyState ?? LobbyState(),
            status: hall?.status ?? .offline(retryAt: nil, because: nil),
            version: hall?.version ?? 0, hall: hall?.number, census: census,
            matches: matches.matches)
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        self.now = now
        let before = (census, matches.matches)
        switch event {
        case .begin: passToHall(Self.main, .goOnline)
        case .wish(let wish, let guest): grant(wish, to: guest)
        case .left(let guest): removeGuest(guest)
        case .link(let event, let line): handle(event, on: line)
        case .wake: wake()
        }
        askForMatches()
        askForCounts()
        closeUnusedHalls()
        advanceVersions(isOther: before != (census, matches.matches))
        for (guest, match) in found {
            effects.append(.answer(.found(snapshot(for: guest), match), to: guest))
        }
        defer { (effects, found) = ([], []) }
        return effects
    }

    /// Gives a new version to each hall with news. If `isOther`, the data that all snapshots share
    /// has changed, and all halls get a new version.
    private mutating func advanceVersions(isOther: Bool) {
        for line in lines.keys.sorted() where isOther || lines[line]?.hasNews == true {
            lastVersion += 1
            lines[line]?.markCurrent(version: lastVersion)
        }
    }
}

extension WatchersReplica {
    private mutating func passToHall(_ line: Int, _ event: Replica.Event) {
        perform(lines[line]?.handle(event, at: now) ?? [], of: line)
    }

    private mutating func perform(_ news: [WatchedHall.Effect], of line: Int) {
        for effect in news {
            switch effect {
            case .link(let effect): effects.append(.link(effect, line: line))
            case .noticed(let message): if line == Self.main { apply(message) }
            }
        }
    }

    private mutating func handle(_ event: LinkEvent, on line: Int) {
        passToHall(line, .link(event))
        if case .closed = event, lines[line]?.isEnding == true { lines[line] = nil }
    }

    private mutating func wake() {
        for line in lines.keys.sorted() { passToHall(line, .wake) }
        for line in lines.keys.sorted() {
            guard let hall = lines[line], !hall.isEnding, let end = hall.endsAt, end <= now
            else { continue }
            let parting = lines[line]?.end(at: now) ?? []
            perform(parting, of: line)
            if !parting.contains(where: \.endsLine) { lines[line] = nil }
        }
    }

    /// Returns the number of a hall's replica. Creates and connects the replica if necessary.
    private mutating func line(to hall: HallNumber) -> Int {
        let known = lines.keys.sorted().first { line in
            lines[line].map { !$0.isEnding && ($0.number ?? $0.wanted) == hall } ?? false
        }
        if let known { return known }
        lastLine += 1
        let settings = beginning.settings.sibling(lastLine)
        lines[lastLine] = WatchedHall(settings, token: beginning.token, in: hall)
        passToHall(lastLine, .goOnline)
        return lastLine
    }

    /// Moves guests to halls that were found, and schedules the end of halls without guests.
    private mutating func closeUnusedHalls() {
        moveToFoundHalls()
        let looked = Set(guests.values.flatMap { [$0.line, $0.search?.line].compactMap(\.self) })
        for line in lines.keys where line != Self.main {
            let end = lines[line]?.endsAt ?? now + Self.pause
            lines[line]?.endsAt = looked.contains(line) ? nil : end
        }
    }
}

extension WatchersReplica {
    private mutating func grant(_ wish: DoorRequest, to guest: Int) {
        var place = guests[guest] ?? SpectatorState(line: Self.main)
        switch wish {
        case .write(let edit):
            place.record(edit)
            guests[guest] = place
            perform(lines[place.line]?.write(edit, at: now) ?? [], of: place.line)
        case .list(let rows):
            place.rows = rows
            guests[guest] = place
            updateWantedMatchCount()
        case .find(let text):
            guard let search = RepeatedHallSearch(.toWatch(text), at: now),
                lines[Self.main]?.number != nil
            else { return effects.append(.answer(.notFound(text), to: guest)) }
            place.search = SpectatorState.Search(search, text, until: now + Self.patience)
            guests[guest] = place
            requestHallUnlessPending(for: search.wanted)
        case .count: curious.append(guest)
        }
    }

    private mutating func removeGuest(_ guest: Int) {
        curious.removeAll { $0 == guest }
        removeWatcher(of: guest)
        guard let place = guests.removeValue(forKey: guest) else { return }
        if place.rows > 0 { updateWantedMatchCount() }
    }

    /// Deletes the Watcher object of a guest.
    private mutating func removeWatcher(of guest: Int) {
        guard let place = guests[guest], let watcher = place.watcher else { return }
        perform(lines[place.line]?.write(.delete(.watcher, watcher), at: now) ?? [], of: place.line)
        guests[guest]?.watcher = nil
    }

    /// Requests as many matches as the longest list of a guest shows.
    private mutating func updateWantedMatchCount() {
        matches.look(at: guests.values.map(\.rows).max() ?? 0, at: now)
    }

    /// Asks the server for the hall of a match or player, unless another guest's search for the
    /// same target is pending.
    private mutating func requestHallUnlessPending(for wanted: JSONObject) {
        let others = guests.values.count { $0.search?.line == nil && $0.search?.question == wanted }
        if others == 1 { passToHall(Self.main, .inquire(["find": .object(wanted)])) }
    }

    private mutating func askForMatches() {
        guard lines[Self.main]?.status == .synced else { return }
        if let question = matches.nextQuestion(at: now) {
            passToHall(Self.main, .inquire(question))
        }
    }

    /// Asks the server for the number of users if a guest wants it, unless an answer is pending. On
    /// a server without halls, answers from the replica.
    private mutating func askForCounts() {
        guard let hall = lines[Self.main], hall.status == .synced else { return isAsked = false }
        guard !curious.isEmpty, hall.lobbyState.isComplete else { return }
        guard hall.number != nil else { return answerCurious(hall.lobbyState.census) }
        guard !isAsked else { return }
        isAsked = true
        passToHall(Self.main, .inquire(["halls": [:]]))
    }

    private mutating func answerCurious(_ census: Census) {
        for guest in curious { effects.append(.answer(.counted(census), to: guest)) }
        (curious, isAsked) = ([], false)
    }

    private mutating func apply(_ message: HallMessage) {
        if message.hasCounts { census = message.census }
        switch message.news {
        case .matches(let page, let next):
            let question = matches.add(page, after: next, besides: nil)
            if let question { passToHall(Self.main, .inquire(question)) }
            if let counts = census ?? lines[Self.main]?.lobbyState.census { answerCurious(counts) }
        case .found(let found, let hall, let key):
            let line = line(to: hall)
            for guest in guests.keys where guests[guest]?.search?.isAnswered(by: found) == true {
                guests[guest]?.search?.recordFound(key, on: line)
            }
        case .missing(let wanted): handleNotFound(wanted)
        case .hall, .offer, nil: break
        }
    }

    private mutating func handleNotFound(_ wanted: JSONObject) {
        for guest in guests.keys.sorted() {
            guard let search = guests[guest]?.search, search.line == nil, search.question == wanted
            else { continue }
            guard let other = search.asMatchSearch(at: now) else {
                giveUp(search, of: guest)
                continue
            }
            guests[guest]?.search = other
            requestHallUnlessPending(for: other.question)
        }
    }

    /// Moves guests to the halls of their matches once the replicas there are complete. Ends
    /// searches that have taken too long.
    private mutating func moveToFoundHalls() {
        for guest in guests.keys.sorted() {
            guard let place = guests[guest], let search = place.search else { continue }
            if let line = search.line, let key = search.key, let hall = lines[line],
                hall.lobbyState.isComplete, hall.number == hall.wanted || line == Self.main
            {
                if line != place.line { removeWatcher(of: guest) }
                guests[guest]?.line = line
                guests[guest]?.search = nil
                found.append((guest, key))
            } else if search.until <= now {
                giveUp(search, of: guest)
            }
        }
    }

    private mutating func giveUp(_ search: SpectatorState.Search, of guest: Int) {
        guests[guest]?.search = nil
        effects.append(.answer(.notFound(search.text), to: guest))
    }
}

extension ReplicaSettings {
    /// Returns the settings of another replica of the same door, which is a separate client to the
    /// server.
    fileprivate func sibling(_ number: Int) -> ReplicaSettings {
        let name = "\(clientID.text)-\(number)"
        return .lobby(
            ClientID(name) ?? clientID, run: run, seed: seed &+ UInt64(number))
    }
}

extension WatchedHall.Effect {
    /// True if the effect closes the connection.
    fileprivate var endsLine: Bool {
        if case .link(.hangUp) = self { true } else { false }
    }
}
