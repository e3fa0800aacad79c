internal import Drawing
internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumSync

/// What guests have in common, and is made or kept once: the objects of all who play, and pictures
/// that many watchers see alike, which differ only where the terminals do. And what those have left
/// here whose lines broke, until they come back.
package struct DoorShelf: Sendable {
    /// All that such a picture depends on.
    struct Key: Hashable {
        let size: Size
        let watching: Watching
        let numbering: Numbering
        /// Those who came late have not seen the first moves.
        let moves: [Square]?
    }

    var objects = SharedObjects()
    private var absentees: [String: Absentee] = [:]
    /// A client without its guest.
    private struct Absentee {
        let client: Client
        let until: Instant
    }

    private var version = 0
    private var second: Int64 = 0
    private var pictures: [Key: Canvas] = [:]

    package init() {}

    /// The picture of the present, which may be another's already.
    mutating func picture(of client: Client, at now: Instant) -> Canvas {
        guard let (key, version) = client.sharedPicture else { return client.draw() }
        let second = (now - .start).nanoseconds / 1_000_000_000
        if version != self.version || second != self.second {
            pictures.removeAll(keepingCapacity: true)
            (self.version, self.second) = (version, second)
        }
        if let picture = pictures[key] { return picture }
        let picture = client.draw()
        pictures[key] = picture
        return picture
    }
}

/// Those who have a key, and lost their line.
extension DoorShelf {
    /// Keeps a client that plays for whoever comes with the same key.
    mutating func keep(
        _ client: Client, of fingerprint: String?, until: Instant, at now: Instant
    ) {
        absentees = absentees.filter { $1.until > now }
        guard let fingerprint, let line = client.line, client.visit?.session.match != nil,
            absentees.count < DoorLimits.mostAbsentees
        else { return }
        var client = client
        _ = client.handle(.closed(line, .lost), at: now)
        absentees[fingerprint] = Absentee(client: client, until: until)
    }

    mutating func client(of fingerprint: String?, at now: Instant) -> Client? {
        absentees = absentees.filter { $1.until > now }
        return fingerprint.flatMap { absentees.removeValue(forKey: $0)?.client }
    }
}

extension Client {
    /// What the picture depends on, and which state of the lobby; nil if it is this person's alone.
    fileprivate var sharedPicture: (DoorShelf.Key, version: Int)? {
        guard place == .watching, overlay == nil, noticeboard.shown == nil, let visit,
            let window = visit.window
        else { return nil }
        let watching = visit.session.watching
        let key = DoorShelf.Key(
            size: size, watching: watching, numbering: preferences.keymap.numbering,
            moves: watching.match.flatMap { gallery.traces[$0]?.moves })
        return (key, window.version)
    }
}
