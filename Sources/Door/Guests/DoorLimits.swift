package import Drawing

/// The limits of a door and of its guests.
package struct DoorLimits: Hashable, Codable, Sendable {
    package var crowd = ConnectionCountLimits()
    package var connection = GuestConnectionLimits()
    package var frames = FrameRateLimits()

    /// The time limit from the start of the connection until the guest is admitted.
    package var handshake = Duration.seconds(20)
    package var handshakeBytes = 100_000
    /// The time limit from the admission until the guest's client has sent its request.
    package var choosing = Duration.seconds(10)
    /// The time limit for the client to close the connection after the session.
    package var parting = Duration.seconds(2)

    /// The maximum number of bytes of a guest's input that are read in one turn. If more than
    /// `connection.bytesAtOnce` bytes are unread, the guest is disconnected.
    package var bytesPerTurn = 16
    /// The time limit for a guest to return to a match after a broken connection, with the same
    /// key. The door keeps the client for this time, which equals the hub's session timeout.
    package var absence = Duration.seconds(60)
    /// The maximum number of clients that are kept after a broken connection.
    static let mostAbsentees = 64
    /// The time limit for the answer to a guest's question about the lobby or the games.
    package var answer = Duration.seconds(5)

    /// The largest area that is drawn. A larger window shows this area at its top left.
    package var largestWindow = Size(rows: 100, columns: 250)

    package init() {}
}

/// Limits on the number of connections to a door, in total and from one address.
package struct ConnectionCountLimits: Hashable, Codable, Sendable {
    /// The maximum number of connections in total.
    package var guests = 2_000
    /// The maximum number of connections from one address prefix, which a family or a conference
    /// may share.
    package var guestsPerAddress = 8
    /// The maximum number of connections that one address may open in a burst.
    package var arrivalsAtOnce = 10
    /// The maximum number of connections that one address may open per minute, after a burst.
    package var arrivalsPerMinute = 30
    /// The maximum number of addresses whose connections the door remembers.
    package var rememberedAddresses = 10_000

    package init() {}

    /// Sets the limit of connections from one address. Raises the limits on opening connections to
    /// at least twice this number in a burst, and four times this number per minute.
    package mutating func setConnectionsPerAddress(_ count: Int) {
        guestsPerAddress = count
        arrivalsAtOnce = max(arrivalsAtOnce, 2 * count)
        arrivalsPerMinute = max(arrivalsPerMinute, 4 * count)
    }
}

/// Limits on one guest's connection.
package struct GuestConnectionLimits: Hashable, Codable, Sendable {
    /// The maximum number of bytes that a guest may send in a burst. A held key sends 2 KB/s.
    package var bytesAtOnce = 64_000
    /// The maximum number of bytes that a guest may send per second, after a burst.
    package var bytesPerSecond = 16_000
    /// The time limit for sending a frame or lines to a guest.
    package var stall = Duration.seconds(30)

    /// The time without a byte until the guest's client is probed.
    package var silence = Duration.seconds(10)
    /// The number of probes in a row without an answer until a guest is disconnected.
    package var questions = 3

    /// The time without a key press until a player is disconnected. Spectators on a screen have no
    /// such limit, nor do spectators who typed nothing before the input ended.
    package var idle = Duration.seconds(30 * 60)
    /// The time between the warning and the idle limit.
    package var warning = Duration.seconds(60)

    package init() {}
}

/// The rate limits on a guest's frames: one for frames with news of the lobby, and one for frames
/// that show the effect of a key press.
package struct FrameRateLimits: Hashable, Codable, Sendable {
    /// The maximum number of frames with news of the lobby in a burst.
    package var newsAtOnce = 8
    /// The maximum number of frames with news of the lobby per second, after a burst.
    package var newsPerSecond = 15
    /// The maximum number of frames in a burst that show the effect of a key press. Neither typing
    /// nor a held key causes so many.
    package var keysAtOnce = 30
    /// The maximum number of frames per second, after a burst, that show the effect of a key press.
    package var keysPerSecond = 60

    package init() {}
}
