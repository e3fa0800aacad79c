internal import Clockwork
internal import Drawing
internal import Game
internal import Lobby

/// Pictures that many watchers see alike, drawn once: they differ only where the terminals do.
package struct FrameShelf: Sendable {
    /// All that such a picture depends on.
    struct Key: Hashable {
        let size: Size
        let stand: Stand
        /// Those who came late have not seen the first moves.
        let moves: [Square]?
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

extension Client {
    /// What the picture depends on, and which state of the lobby; nil if it is this person's alone.
    fileprivate var sharedPicture: (FrameShelf.Key, version: Int)? {
        guard place == .watching, overlay == nil, noticeboard.shown == nil, let visit,
            let window = visit.window
        else { return nil }
        let stand = visit.desk.stand
        let key = FrameShelf.Key(
            size: size, stand: stand, moves: stand.match.flatMap { gallery.traces[$0]?.moves })
        return (key, window.version)
    }
}
