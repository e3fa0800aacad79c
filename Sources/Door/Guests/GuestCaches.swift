internal import Drawing
internal import Game
internal import Lobby
internal import Play
internal import SimperiumClock
internal import SimperiumSync
internal import Visit

/// The data that guests share: the objects of all players, and the pictures that spectators with
/// equal terminals see. For a limited time, the caches also keep the clients that another
/// connection with the same key can resume.
package struct GuestCaches: Sendable {
    var objects = InternedObjects()
    /// The clients that another connection can resume, by the fingerprints of the guests' keys.
    private var absentees: [String: (client: ResumableClient, slot: Int, until: Instant)] = [:]

    /// A client that another connection can resume. It is boxed, because it is large and rarely
    /// present.
    indirect enum ResumableClient {
        case client(ScreenClient)
    }

    /// The shared pictures of the current second, each with the version of the lobby that it shows.
    private var pictures: [SharedPictureKey: (version: Int, canvas: Canvas)] = [:]
    private var second = 0
    /// The pictures of the bots' boards at the current tick.
    private var botWalls: [BotWallPicture: Canvas] = [:]

    package init() {}

    /// Returns the picture that a client shows now. Clients with equal `SharedPictureKey` values
    /// share a picture, which is at least as new as each client's snapshot.
    mutating func sharedPicture(of client: ScreenClient, at now: Instant) -> Canvas {
        guard let (traits, version) = client.sharedPicture else {
            return client.draw { cachedCanvas(of: $0) }
        }
        if now.wholeSeconds != second {
            second = now.wholeSeconds
            pictures = [:]
        }
        if let picture = pictures[traits], picture.version >= version { return picture.canvas }
        let canvas = client.draw()
        pictures[traits] = (version, canvas)
        return canvas
    }

    private mutating func cachedCanvas(of wall: BotWallPicture) -> Canvas {
        if let canvas = botWalls[wall] { return canvas }
        let canvas = wall.draw()
        botWalls = botWalls.filter { $0.key.tick == wall.tick }
        botWalls[wall] = canvas
        return canvas
    }

    /// Stores a client in a match until `until`, or until a connection with the same key resumes
    /// the client. Does nothing without a key, without a match, or if `mostAbsentees` clients are
    /// stored.
    mutating func storeAbsentClientIfInMatch(
        _ client: ScreenClient, of fingerprint: String?, in slot: Int, until: Instant,
        at now: Instant
    ) {
        absentees = absentees.filter { $1.until > now }
        guard let fingerprint, let connection = client.connectionInMatch,
            absentees.count < DoorLimits.mostAbsentees
        else { return }
        var client = client
        _ = client.handle(.link(.closed(connection, .lost)), at: now)
        absentees[fingerprint] = (ResumableClient.client(client), slot, until)
    }

    mutating func reclaimAbsentClient(
        of fingerprint: String?, at now: Instant
    ) -> (client: ScreenClient, slot: Int)? {
        absentees = absentees.filter { $1.until > now }
        guard let fingerprint, let absentee = absentees.removeValue(forKey: fingerprint) else {
            return nil
        }
        switch absentee.client {
        case .client(let client): return (client, absentee.slot)
        }
    }
}
