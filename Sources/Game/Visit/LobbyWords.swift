internal import Lobby
package import SimperiumSync
package import SimperiumWire

// What the sync engine calls by its own names, and the lobby by others.

extension LobbyBucket {
    var name: BucketName {
        switch self {
        case .player: .player
        case .match: .match
        case .watcher: .watcher
        }
    }

    /// Nil for a bucket that is none of the lobby's.
    init?(_ name: BucketName) {
        switch name {
        case .player: self = .player
        case .match: self = .match
        case .watcher: self = .watcher
        default: return nil
        }
    }
}

/// The names of the lobby's buckets, made once: they are compared for each thing that happens.
extension BucketName {
    fileprivate static let player = known(LobbyBucket.player.rawValue)
    fileprivate static let match = known(LobbyBucket.match.rawValue)
    fileprivate static let watcher = known(LobbyBucket.watcher.rawValue)
}

extension ObjectKey {
    var inLobby: LobbyKey { LobbyKey(rawValue: text) }
}

extension LobbyKey {
    /// The key as the sync engine knows it. It came from there, or was made of hex digits.
    var objectKey: ObjectKey { .known(rawValue) }
}

extension BucketEvent.Source {
    var inLobby: LobbyEvent.Source {
        switch self {
        case .remote: .remote
        case .index: .index
        }
    }
}

extension LobbyRefusal {
    init(_ error: ChangeError) {
        switch error {
        case .forbidden: self = .notYours
        case .invalid: self = .notLegal
        case .noSuchObject, .noSuchVersion, .alreadyApplied, .noEffect, .tooLarge,
            .unmetExpectation, .inapplicable, .overloaded, .unknown:
            self = .other(code: error.code)
        }
    }
}

extension LobbyEdit {
    var event: Replica.Event {
        switch self {
        case .insert(let bucket, let key, let object):
            .edit(.put(key.objectKey, object), in: bucket.name)
        case .update(let bucket, let key, let setting, let removing):
            .edit(.update(key.objectKey, setting: setting, removing: removing), in: bucket.name)
        case .delete(let bucket, let key): .edit(.delete(key.objectKey), in: bucket.name)
        }
    }
}

extension Name {
    /// A name that is written in the program, or was one before.
    static func known(_ text: String) -> Self {
        guard let name = Self(text) else { preconditionFailure("\(text) names nothing") }
        return name
    }
}

extension Token {
    /// What lets everybody into the lobby who has no other.
    package static let lobby = Token.known(LobbyAccess.token)
}

extension ReplicaSettings {
    /// Those of a program in the lobby. Its client id is the key of its Player, too.
    package static func lobby(_ clientID: ClientID, run: RunID, seed: UInt64) -> ReplicaSettings {
        precondition(ObjectKey(clientID.text) != nil, "a client id in the lobby is a key, too")
        var settings = ReplicaSettings(
            app: .known(LobbyAccess.app), clientID: clientID, run: run, seed: seed)
        settings.extensions = [.away, .resume, .rules, .ages, .halls]
        settings.pace = .lively
        return settings
    }
}
