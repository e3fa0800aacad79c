import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Visit

/// A client whose buckets are a model, too. Two that will do the same from now on are equal.
@dynamicMemberLookup
struct ModelClient {
    enum Event {
        case heard(LobbyBucketEvent)
        case asked(LobbyRequest)
        case signedIn(as: LobbyClient.AccountIdentity?)
        case pressed
        case wake
    }

    enum Effect: Hashable {
        case tell(Notice)
        case edit(LobbyObjectEdit)
    }

    private(set) var client: LobbyClient

    init(_ id: PlayerID, seed: UInt64) {
        client = LobbyClient(withoutReplicaAs: id, seed: seed)
    }

    subscript<Value>(dynamicMember path: KeyPath<LobbyClient, Value>) -> Value {
        client[keyPath: path]
    }

    /// Hands in an event, and returns the notices and the edits that come of it.
    mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .heard(let event): client.applyAndWriteEdits(event, at: now)
        case .asked(let request):
            do throws(RequestObstacle) {
                try client.ask(request, at: now)
            } catch {
                effects.append(.tell(.refused(error)))
            }
        case .signedIn(let holder): client.setAccountIdentity(to: holder, at: now)
        case .pressed: _ = client.recordKeyPressOrWakeAnswer(at: now)
        case .wake: client.handle(.wake, at: now)
        }
        let output = client.takeOutput()
        for case .notice(let notice) in output.news { effects.append(.tell(notice)) }
        for case .wish(.write(let edit)) in output.effects { effects.append(.edit(edit)) }
        return effects
    }

    /// Everything that decides what the client does next.
    private struct State: Hashable {
        let lobbyState: LobbyState
        let player: Player?
        let holder: LobbyClient.AccountIdentity?
        let flags: [Bool]
        let terms: MatchTerms
        let wish: MoveTimeLimit?
        let matches: [OwnMatch?]
        let challenge: LobbyClient.UnconfirmedChallenge?
        let watching: Watching
        let ownWatcher: LobbyClient.OwnWatcherState
        let matchmaker: Matchmaker
        let discarded: Set<ObjectKey>
        let invitations: Invitations
        let random: SeededRandom
        let lastKey: Instant?
        let nextDeadline: Instant?
    }

    private var state: State {
        State(
            lobbyState: client.lobbyState, player: client.player, holder: client.accountIdentity,
            flags: [
                client.isEntered, client.findsOwnObjects, client.isHidden, client.isSteppingAside,
                client.hasSearched,
                client.areRulesRefused,
            ],
            terms: client.terms, wish: client.wish, matches: [client.own, client.leaving],
            challenge: client.challenge, watching: client.watching,
            ownWatcher: client.ownWatcher, matchmaker: client.matchmaker,
            discarded: client.discarded, invitations: client.invitations, random: client.random,
            lastKey: client.lastKey, nextDeadline: client.nextDeadline)
    }
}

extension ModelClient: Hashable {
    static func == (left: ModelClient, right: ModelClient) -> Bool { left.state == right.state }

    func hash(into hasher: inout Hasher) { hasher.combine(state) }
}
