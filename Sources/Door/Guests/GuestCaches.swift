internal import Drawing
internal import Game
internal import Lobby
internal import Play
internal import SimperiumClock
internal import SimperiumSync
internal import Visit

/// The data that guests share: the objects of all players, and pictures, which are equal for
/// spectators with equal terminals. It also stores the sessions of guests whose connections broke,
/// until they return.
package struct GuestCaches: Sendable {
    var objects = SharedObjects()
    private var absentees: [String: Absentee] = [:]
    /// A client without its guest. It is boxed, because a client is large.
    private indirect enum Absentee {
        case left(Client, slot: Int, until: Instant)

        var until: Instant {
            switch self {
            case .left(_, _, let until): until
            }
        }
    }

    /// The pictures of one hall at one moment, equal for all spectators.
    private struct Pictures {
        let version: Int
        let second: Int
        var canvases: [SharedPicture: Canvas] = [:]
    }

    private var pictures: [HallNumber?: Pictures] = [:]
    /// The boards of the bots at one moment, with a picture for each window size.
    private var botWalls: [BotWallPicture: Canvas] = [:]

    package init() {}

    /// Returns the client's current picture, which another client may have drawn.
    mutating func picture(of client: Client, at now: Instant) -> Canvas {
        guard let key = client.sharedPicture else {
            return client.draw { boards(of: $0) }
        }
        let second = now.wholeSeconds
        if pictures[key.hall]?.version != key.version || pictures[key.hall]?.second != second {
            // Older pictures are never shown again.
            pictures = pictures.filter { $1.second == second }
            pictures[key.hall] = Pictures(version: key.version, second: second)
        }
        if let picture = pictures[key.hall]?.canvases[key] { return picture }
        let picture = client.draw()
        pictures[key.hall]?.canvases[key] = picture
        return picture
    }
}

extension GuestCaches {
    private mutating func boards(of wall: BotWallPicture) -> Canvas {
        if let canvas = botWalls[wall] { return canvas }
        let canvas = wall.draw()
        botWalls = botWalls.filter { $0.key.tick == wall.tick }
        botWalls[wall] = canvas
        return canvas
    }
}

/// The guests with a key who lost their connection.
extension GuestCaches {
    /// Stores a client in a match, until the guest returns with the same key.
    mutating func keep(
        _ client: Client, of fingerprint: String?, in slot: Int, until: Instant, at now: Instant
    ) {
        absentees = absentees.filter { $1.until > now }
        guard let fingerprint, let connection = client.connectionInMatch,
            absentees.count < DoorLimits.mostAbsentees
        else { return }
        var client = client
        _ = client.handle(.link(.closed(connection, .lost)), at: now)
        absentees[fingerprint] = .left(client, slot: slot, until: until)
    }

    mutating func client(
        of fingerprint: String?, at now: Instant
    ) -> (client: Client, slot: Int)? {
        absentees = absentees.filter { $1.until > now }
        guard let fingerprint, let absentee = absentees.removeValue(forKey: fingerprint) else {
            return nil
        }
        switch absentee {
        case .left(let client, let slot, _): return (client, slot)
        }
    }
}
