import Lobby
package import SimperiumClock
internal import SimperiumJSON
package import SimperiumSync
import SimperiumWire
package import Visit

/// The door's copies of the lobby, shared by all spectators. There is a replica of the first hall,
/// and of each other hall with a spectator. This type also writes the Watcher objects that show
/// players the number of spectators.
///
/// The type does no I/O. Order of events: `.begin` once; then requests and departures of guests,
/// events of numbered connections, and `.wake` at `nextDeadline`. The door answers each `dial` with
/// `opened` or `closed`, and each `hangUp` with `closed`. After each event, the door passes
/// snapshots with new versions to the guests.
///
/// `WatchedHall` contains the replica of one hall. The replica's connection has a number that is
/// never used again.
package struct SpectatorLobbyReplicas: Sendable {
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
    static let unusedHallDelay = Duration.seconds(10)
    /// The time limit of a search for a match in another hall.
    static let searchTimeLimit = Duration.seconds(5)
    /// The number of the first hall's replica, where each guest starts.
    private static let firstHallID = 0

    private let beginning: LobbyClient.Beginning
    /// The replicas of halls, by their numbers. The first hall's replica is never closed.
    var halls: [Int: WatchedHall]
    var guests: [Int: SpectatorPlace] = [:]
    /// The searches of guests, by the guest's number. They are not in `guests`, because each event
    /// looks at all searches, and only a few of thousands of guests search.
    private var searches: [Int: SpectatorSearch] = [:]
    private var lastHallID = Self.firstHallID
    private var lastVersion = 0
    private var matches = OtherHallMatchList()
    private var census: Census?
    /// The guests that asked for the number of users.
    private var guestsAwaitingCounts: [Int] = []
    /// True if a request to the server for the number of users is pending.
    private var isCountRequested = false
    /// The guests whose search has succeeded, with the match. The answer waits for the new version
    /// of the snapshot.
    private var foundMatches: [(guest: Int, match: ObjectKey)] = []
    private var now = Instant.start
    var effects: [Effect] = []

    package init(_ beginning: LobbyClient.Beginning) {
        self.beginning = beginning
        halls = [
            Self.firstHallID: WatchedHall(beginning.settings, token: beginning.token, in: .first)
        ]
    }

    package var nextDeadline: Instant? {
        let hallDeadlines = halls.values.compactMap(\.nextDeadline)
        let searchDeadlines = searches.values.map(\.until)
        let asking = status == .synced ? matches.nextRequestAt : nil
        return sooner((hallDeadlines + searchDeadlines).min(), asking)
    }

    /// The status of the connection to the first hall.
    package var status: ReplicaStatus {
        halls[Self.firstHallID]?.status ?? .offline(retryAt: nil, because: nil)
    }

    /// The snapshot for a new guest.
    package var snapshot: SpectatorHallSnapshot { hallSnapshot(of: Self.firstHallID) }

    package func snapshot(for guest: Int) -> SpectatorHallSnapshot {
        hallSnapshot(of: guests[guest]?.hallID ?? Self.firstHallID)
    }

    var snapshots: [SpectatorHallSnapshot] { halls.keys.sorted().map(hallSnapshot(of:)) }

    package var versions: Set<Int> { Set(halls.values.map(\.version)) }

    package var hallCount: Int { halls.values.count { !$0.isClosing } }

    private func hallSnapshot(of id: Int) -> SpectatorHallSnapshot {
        let hall = halls[id] ?? halls[Self.firstHallID]
        return SpectatorHallSnapshot(
            lobbyState: hall?.lobbyState ?? LobbyState(),
            status: hall?.status ?? .offline(retryAt: nil, because: nil),
            version: hall?.version ?? 0, hall: hall?.number, census: census,
            matches: matches.matches)
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        self.now = now
        let before = (census, matches.matches)
        switch event {
        case .begin: passToHall(Self.firstHallID, .goOnline)
        case .wish(let wish, let guest): performRequest(wish, of: guest)
        case .left(let guest): removeGuest(guest)
        case .link(let event, let id): passLinkEvent(event, toHall: id)
        case .wake: wakeAndCloseHalls()
        }
        requestNextMatches()
        requestOrAnswerUserCounts()
        moveGuestsAndScheduleHallClosing()
        advanceVersions(ofAllHalls: before != (census, matches.matches))
        for (guest, match) in foundMatches {
            effects.append(.answer(.found(snapshot(for: guest), match), to: guest))
        }
        defer { (effects, foundMatches) = ([], []) }
        return effects
    }

    /// Gives a new version to each hall with news; to all halls if the data that all snapshots
    /// share has changed.
    private mutating func advanceVersions(ofAllHalls: Bool) {
        for id in halls.keys.sorted() where ofAllHalls || halls[id]?.hasNews == true {
            lastVersion += 1
            halls[id]?.markCurrent(version: lastVersion)
        }
    }

    private mutating func passToHall(_ id: Int, _ event: Replica.Event) {
        performHallEffects(halls[id]?.handle(event, at: now) ?? [], of: id)
    }

    private mutating func performHallEffects(_ news: [WatchedHall.Effect], of id: Int) {
        for effect in news {
            switch effect {
            case .link(let effect): effects.append(.link(effect, line: id))
            case .noticed(let message): if id == Self.firstHallID { applyHallMessage(message) }
            }
        }
    }

    private mutating func passLinkEvent(_ event: LinkEvent, toHall id: Int) {
        passToHall(id, .link(event))
        if case .closed = event, halls[id]?.isClosing == true { halls[id] = nil }
    }

    private mutating func wakeAndCloseHalls() {
        for id in halls.keys.sorted() { passToHall(id, .wake) }
        for id in halls.keys.sorted() {
            guard let hall = halls[id], !hall.isClosing, let end = hall.closesAt, end <= now
            else { continue }
            let parting = halls[id]?.goOffline(at: now) ?? []
            performHallEffects(parting, of: id)
            if !parting.contains(where: \.closesLink) { halls[id] = nil }
        }
    }

    /// Returns the number of a hall's replica. Creates and connects the replica if necessary.
    private mutating func hallIDConnectingIfNeeded(of hall: HallNumber) -> Int {
        let known = halls.keys.sorted().first { id in
            halls[id].map { !$0.isClosing && ($0.number ?? $0.requestedNumber) == hall } ?? false
        }
        if let known { return known }
        lastHallID += 1
        let settings = beginning.settings.asSeparateClient(lastHallID)
        halls[lastHallID] = WatchedHall(settings, token: beginning.token, in: hall)
        passToHall(lastHallID, .goOnline)
        return lastHallID
    }

    /// Moves guests to the halls that were found, and schedules the closing of unused halls.
    private mutating func moveGuestsAndScheduleHallClosing() {
        moveGuestsToFoundHalls()
        guard halls.count > 1 else { return }
        let used = Set(guests.values.map(\.hallID) + searches.values.compactMap(\.match?.hallID))
        for id in halls.keys where id != Self.firstHallID {
            let end = halls[id]?.closesAt ?? now + Self.unusedHallDelay
            halls[id]?.closesAt = used.contains(id) ? nil : end
        }
    }

    private mutating func performRequest(_ wish: DoorRequest, of guest: Int) {
        var place = guests[guest] ?? SpectatorPlace(hallID: Self.firstHallID)
        switch wish {
        case .write(let edit):
            place.recordWatcherEdit(edit)
            guests[guest] = place
            let writes = halls[place.hallID]?.mergeAndWrite(edit, at: now) ?? []
            performHallEffects(writes, of: place.hallID)
        case .list(let rows):
            place.rows = rows
            guests[guest] = place
            updateWantedMatchCount()
        case .find(let text):
            guard halls[Self.firstHallID]?.number != nil else {
                return effects.append(.answer(.notFound(text), to: guest))
            }
            let search = RepeatedHallSearch(.toWatch(text), at: now)
            searches[guest] = SpectatorSearch(
                hallSearch: search, text: text, until: now + Self.searchTimeLimit)
            guests[guest] = place
            requestHallUnlessPending(for: search.wanted)
        case .count: guestsAwaitingCounts.append(guest)
        }
    }

    private mutating func removeGuest(_ guest: Int) {
        guestsAwaitingCounts.removeAll { $0 == guest }
        removeWatcher(of: guest)
        searches[guest] = nil
        guard let place = guests.removeValue(forKey: guest) else { return }
        if place.rows > 0 { updateWantedMatchCount() }
    }

    private mutating func removeWatcher(of guest: Int) {
        guard let place = guests[guest], let watcher = place.watcher else { return }
        let deletion = halls[place.hallID]?.mergeAndWrite(.delete(.watcher, watcher), at: now)
        performHallEffects(deletion ?? [], of: place.hallID)
        guests[guest]?.watcher = nil
    }

    /// Requests as many matches as the guests' longest list shows.
    private mutating func updateWantedMatchCount() {
        matches.setVisibleRows(guests.values.map(\.rows).max() ?? 0, at: now)
    }

    /// Asks the server for the hall of a match or player, unless another guest's search for the
    /// same target is pending.
    private mutating func requestHallUnlessPending(for wanted: JSONObject) {
        let count = searches.values.count { $0.match == nil && $0.wanted == wanted }
        if count == 1 { passToHall(Self.firstHallID, .inquire(["find": .object(wanted)])) }
    }

    private mutating func requestNextMatches() {
        guard halls[Self.firstHallID]?.status == .synced else { return }
        if let question = matches.nextRequest(at: now) {
            passToHall(Self.firstHallID, .inquire(question))
        }
    }

    /// Asks the server for the number of users if a guest wants it, unless an answer is pending. On
    /// a server without halls, answers from the replica.
    private mutating func requestOrAnswerUserCounts() {
        guard let hall = halls[Self.firstHallID], hall.status == .synced else {
            return isCountRequested = false
        }
        guard !guestsAwaitingCounts.isEmpty, hall.lobbyState.isComplete else { return }
        guard hall.number != nil else { return answerCountRequests(hall.lobbyState.census) }
        guard !isCountRequested else { return }
        isCountRequested = true
        passToHall(Self.firstHallID, .inquire(["halls": [:]]))
    }

    private mutating func answerCountRequests(_ census: Census) {
        for guest in guestsAwaitingCounts { effects.append(.answer(.counted(census), to: guest)) }
        (guestsAwaitingCounts, isCountRequested) = ([], false)
    }

    private mutating func applyHallMessage(_ message: HallMessage) {
        if message.hasCounts { census = message.census }
        switch message.news {
        case .matches(let page, let next):
            let question = matches.addPage(page, nextAfter: next, besides: nil)
            if let question { passToHall(Self.firstHallID, .inquire(question)) }
            if let census = census ?? halls[Self.firstHallID]?.lobbyState.census {
                answerCountRequests(census)
            }
        case .found(let found, let hall, let key):
            let id = hallIDConnectingIfNeeded(of: hall)
            for guest in searches.keys where searches[guest]?.isAnswered(by: found) == true {
                searches[guest]?.match = (key, id)
            }
        case .missing(let wanted): retryOrGiveUpSearches(for: wanted)
        case .hall, .offer, nil: break
        }
    }

    private mutating func retryOrGiveUpSearches(for wanted: JSONObject) {
        for (guest, search) in searches.sorted(by: { $0.key < $1.key })
        where search.match == nil && search.wanted == wanted {
            guard let other = search.searchAsMatchKey(at: now) else {
                giveUpSearch(search, of: guest)
                continue
            }
            searches[guest] = other
            requestHallUnlessPending(for: other.wanted)
        }
    }

    /// Moves guests to the halls of their matches, once the replicas of these halls are complete.
    /// Ends searches that have taken too long.
    private mutating func moveGuestsToFoundHalls() {
        for (guest, search) in searches.sorted(by: { $0.key < $1.key }) {
            if let (key, id) = search.match, let hall = halls[id],
                hall.lobbyState.isComplete,
                hall.number == hall.requestedNumber || id == Self.firstHallID
            {
                if id != guests[guest]?.hallID { removeWatcher(of: guest) }
                guests[guest]?.hallID = id
                searches[guest] = nil
                foundMatches.append((guest, key))
            } else if search.until <= now {
                giveUpSearch(search, of: guest)
            }
        }
    }

    private mutating func giveUpSearch(_ search: SpectatorSearch, of guest: Int) {
        searches[guest] = nil
        effects.append(.answer(.notFound(search.text), to: guest))
    }
}

extension ReplicaSettings {
    /// Returns settings for another replica of the same door. The client id and the seed differ by
    /// `number`, so the server treats the replica as a separate client.
    fileprivate func asSeparateClient(_ number: Int) -> ReplicaSettings {
        let name = "\(clientID.text)-\(number)"
        return .lobby(
            ClientID(name) ?? clientID, run: run, seed: seed &+ UInt64(number))
    }
}

extension WatchedHall.Effect {
    /// True if the effect closes the connection.
    fileprivate var closesLink: Bool {
        if case .link(.hangUp) = self { true } else { false }
    }
}
