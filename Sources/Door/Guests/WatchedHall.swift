internal import Lobby
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumSync
internal import SimperiumWire
internal import Visit

/// A hall of the lobby as a door sees it: a replica on a connection of its own, and the Watchers of
/// the guests who look at it.
struct WatchedHall: Sendable {
    private var lobby: LobbyReplica
    private(set) var lobbyState = LobbyState()
    private var crowds = WatcherCrowds()
    /// Which of the lobby's halls it is; nil until the server has said so, and where there are
    /// none.
    private(set) var number: HallNumber?
    /// Which one was asked for.
    let wanted: HallNumber
    /// Another one whenever anything has changed. The owner sees to it that no other hall has it.
    var version = 0
    /// Whether anything has changed since that.
    private(set) var hasNews = false
    /// When it is let go of, because nobody has looked for a while.
    var endsAt: Instant?
    /// Whether it has been, and only takes leave of the server.
    private(set) var isEnding = false

    init(_ settings: ReplicaSettings, token: Token, in wanted: HallNumber) {
        var settings = settings
        settings.hall = HallRequest("\(wanted)", isToWatch: true)
        lobby = LobbyReplica(settings, token: token)
        lobbyState.hidesNames = true
        self.wanted = wanted
    }

    var nextDeadline: Instant? { sooner(lobby.nextDeadline, isEnding ? nil : endsAt) }
    var status: SyncStatus { lobby.status }

    /// Gives back what its owner has to see to: what the connection is to do, and what the server
    /// tells besides.
    mutating func handle(_ event: Replica.Event, at now: Instant) -> [LobbyReplica.Effect] {
        sort(lobby.handle(event, at: now), at: now)
    }

    /// Writes what a guest's visit wants to have written.
    mutating func write(_ edit: LobbyEdit, at now: Instant) -> [LobbyReplica.Effect] {
        crowds.edits(for: edit).flatMap { sort(lobby.make($0, at: now), at: now) }
    }

    mutating func end(at now: Instant) -> [LobbyReplica.Effect] {
        isEnding = true
        return handle(.goOffline, at: now)
    }

    mutating func note(version: Int) {
        self.version = version
        hasNews = false
    }

    private mutating func sort(
        _ effects: [LobbyReplica.Effect], at now: Instant
    ) -> [LobbyReplica.Effect] {
        var others: [LobbyReplica.Effect] = []
        for effect in effects {
            switch effect {
            case .link: others.append(effect)
            case .noticed(let members):
                if case .hall(let hall) = HallNews(members) {
                    hasNews = hasNews || number != hall
                    number = hall
                }
                others.append(effect)
            case .status: hasNews = true
            case .told(let news):
                guard let event = lobby.event(of: news) else { break }
                _ = lobbyState.fold(event, at: now)
                hasNews = true
            // A watchers' replica owns no place, and is nobody's.
            case .ignored, .seat, .record, .account, .store: break
            }
        }
        return others
    }
}
