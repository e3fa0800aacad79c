package import Drawing

/// The limits of a door and of its guests.
package struct DoorLimits: Hashable, Codable, Sendable {
    package var crowd = CrowdLimits()
    package var connection = ConnectionLimits()
    package var frames = FrameLimits()

    /// Time from the first packet until a guest is let in.
    package var handshake = Duration.seconds(20)
    package var handshakeBytes = 100_000
    /// Time from then until the guest's ssh has sent its request.
    package var choosing = Duration.seconds(10)
    /// Time that an ssh has to hang up after the visit has ended.
    package var parting = Duration.seconds(2)

    /// Bytes of input that are read before other guests have their turn. At most
    /// `connection.bytesAtOnce` can wait: a guest who sends more is disconnected.
    package var bytesPerTurn = 16
    /// Time that a match waits for its key after a broken connection: the hub's session timeout.
    package var absence = Duration.seconds(60)
    /// The most matches that wait so.
    static let mostAbsentees = 64
    /// Time that the lobby has for an answer.
    package var answer = Duration.seconds(5)

    /// Only the top left of a larger window is filled.
    package var largestWindow = Size(rows: 100, columns: 250)

    package init() {}
}

/// Limits on the number of connections to a door, in all and from one address.
package struct CrowdLimits: Hashable, Codable, Sendable {
    /// Connections in all, and from one address prefix, which a family or a conference may share.
    package var guests = 2_000
    package var guestsPerAddress = 8
    /// Connections that one address may open at once, and then each minute.
    package var arrivalsAtOnce = 10
    package var arrivalsPerMinute = 30
    /// Addresses whose connections the door remembers.
    package var rememberedAddresses = 10_000

    package init() {}

    /// Allows that many connections from one address, and opening them more often.
    package mutating func allow(perAddress count: Int) {
        guestsPerAddress = count
        arrivalsAtOnce = max(arrivalsAtOnce, 2 * count)
        arrivalsPerMinute = max(arrivalsPerMinute, 4 * count)
    }
}

/// Limits on one guest's connection.
package struct ConnectionLimits: Hashable, Codable, Sendable {
    /// Bytes that a guest may send at once, and then each second. A held key sends 2 KB/s.
    package var bytesAtOnce = 64_000
    package var bytesPerSecond = 16_000
    /// Time that a frame may take to reach a guest.
    package var stall = Duration.seconds(30)

    /// The time without a byte before a guest's ssh is probed.
    package var silence = Duration.seconds(10)
    package var questions = 3

    /// Time that a player may press no key. Spectators have no such limit.
    package var idle = Duration.seconds(30 * 60)
    /// Time between the warning and that limit.
    package var warning = Duration.seconds(60)

    package init() {}
}

/// Limits on the frames that a guest is sent.
package struct FrameLimits: Hashable, Codable, Sendable {
    /// Frames with news of the lobby: so many at once, and then so many a second.
    package var newsAtOnce = 8
    package var newsPerSecond = 15
    /// Frames that show the effect of a key: more than a finger or a held key can ask for.
    package var keysAtOnce = 30
    package var keysPerSecond = 60

    package init() {}
}
