import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Visit

/// Runs a referee and a client's lobby with random objects. Zero bytes separate the steps. The
/// first byte of each selects the event, the bucket and one of four objects.
func fuzzLobby(_ bytes: [UInt8]) {
    var life = LobbyLife()
    for step in bytes.split(separator: 0).prefix(200) { life.perform(step) }
}

private struct LobbyLife {
    private static let me = PlayerID(rawValue: "c0")

    private var client = LobbyClient(withoutReplicaAs: me, seed: 1)
    private var referee = LobbyEditReferee()
    private var objects: [LobbyBucket: [ObjectKey: JSONObject]] = [:]
    private var now = Instant.start

    init() {
        for bucket in LobbyBucket.allCases {
            handle(.willIndex(bucket))
            handle(.didIndex(bucket))
        }
        handle(.rules(LobbyEditReferee.rules))
        handle(.caughtUp)
        ask(.enter(try? PlayerName("kim"), .auto, nil))
    }

    mutating func perform(_ step: ArraySlice<UInt8>) {
        guard let first = step.first else { return }
        let bucket = LobbyBucket.allCases[Int(first >> 4) % 3]
        let key = ObjectKey.trappingIfInvalid("c\(first >> 6)")
        let rest = Array(step.dropFirst())
        switch first & 15 {
        case 0...8: put((try? JSON(parsing: rest))?.object ?? [:], at: key, in: bucket)
        case 9...10: remove(key, from: bucket)
        case 11:
            let end = now + .seconds(Int(rest.first ?? 0))
            handle(.away(bucket, [key], Absence(since: now, until: end, cause: .line)))
        case 12: handle(.back(bucket, [key]))
        case 13: handle(.refused(bucket, key, .invalid, objects[bucket]?[key]))
        case 14:
            now = now + .milliseconds(Int(rest.first ?? 0) * 100)
            client.handle(.wake, at: now)
        default:
            let id = PlayerID(rawValue: key.text)
            let answers = LobbyRequest.InvitationAnswer.allCases
            ask(.challenge(id))
            ask(.answer(id, answers[rest.count % answers.count]))
        }
        check()
    }

    private mutating func put(_ object: JSONObject, at key: ObjectKey, in bucket: LobbyBucket) {
        let author = LobbyEditReferee.ChangeAuthor(
            clientID: key.text, player: PlayerID(rawValue: key.text), isOwner: true)
        let before = objects[bucket]?[key]
        let act =
            before.map { ProposedEdit.change(from: $0, to: object) }
            ?? .insert(object)
        let isByTheRules = referee.foul(act, on: key, in: bucket, by: author, at: stamp) == nil
        objects[bucket, default: [:]][key] = object
        let event =
            before.map {
                .updated(bucket, key, object, members: $0.differences(to: object), .remote)
            } ?? LobbyBucketEvent.inserted(bucket, key, object, .remote)
        if isByTheRules { referee.observe(event, stamp: stamp, at: now) }
        handle(event)
    }

    private mutating func remove(_ key: ObjectKey, from bucket: LobbyBucket) {
        guard objects[bucket]?.removeValue(forKey: key) != nil else { return }
        referee.observe(.deleted(bucket, key), stamp: stamp, at: now)
        handle(.deleted(bucket, key))
    }

    private var stamp: ServerTime { ServerTime(milliseconds: 0) + (now - .start) }

    private mutating func handle(_ event: LobbyBucketEvent) {
        client.applyAndWriteEdits(event, at: now)
        _ = client.takeOutput()
    }

    private mutating func ask(_ request: LobbyRequest) {
        try? client.ask(request, at: now)
        _ = client.takeOutput()
    }

    /// Expects that no player is in two matches.
    private func check() {
        for lobbyState in [client.lobbyState, referee.lobbyState] {
            var seated: Set<PlayerID> = []
            for match in lobbyState.liveMatches {
                for player in match.players { precondition(seated.insert(player).inserted) }
            }
            precondition(lobbyState.census.playing <= lobbyState.people.count)
        }
    }
}

extension JSONObject {
    /// The names of the members that differ.
    fileprivate func differences(to other: JSONObject) -> [JSONString] {
        (map(\.name) + other.map(\.name).filter { self[$0] == nil }).filter {
            self[$0] != other[$0]
        }
    }
}
