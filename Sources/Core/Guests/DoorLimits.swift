package import Drawing

/// How much a door gives to whom, and for how long.
package struct DoorLimits: Hashable, Sendable {
    /// Connections in all, and from one address: those of a family, or of a conference's network.
    package var guests = 2_000
    package var guestsPerAddress = 8
    /// How many from one address may come at once, and then each minute.
    package var arrivalsAtOnce = 10
    package var arrivalsPerMinute = 30
    /// How many addresses the door remembers to have been here lately.
    package var rememberedAddresses = 10_000

    /// From the first packet until somebody is let in.
    package var handshake = Duration.seconds(20)
    package var handshakeBytes = 100_000
    /// From then until they have said what they want.
    package var choosing = Duration.seconds(10)
    /// How long an ssh that has been told the end may take to hang up.
    package var parting = Duration.seconds(2)

    /// What a guest may send: so much at once, and then each second. A held key takes 2 KB/s.
    package var bytesAtOnce = 64_000
    package var bytesPerSecond = 16_000
    /// How much of it is read before others have their turn. More than `bytesAtOnce` never waits to
    /// be read: who sends that much is sent away.
    package var bytesPerTurn = 32
    /// Frames of what happens in the lobby are drawn until a guest has had a few, and then at this
    /// rate.
    package var framesAtOnce = 8
    package var framesPerSecond = 15
    /// The same for frames of what a key did: more than any finger, or any held key, can ask for.
    package var keyFramesAtOnce = 30
    package var keyFramesPerSecond = 60
    /// How long a frame may be on its way to somebody who reads nothing.
    package var stall = Duration.seconds(30)

    /// Whoever is silent for so long is asked for a sign of life, a few times.
    package var silence = Duration.seconds(10)
    package var questions = 3

    /// How long somebody may press no key; who watches may do so for ever.
    package var idle = Duration.seconds(30 * 60)
    /// How long before that they are told.
    package var warning = Duration.seconds(60)
    /// How long what somebody had begun waits for the same key: as long as the hub keeps a seat.
    package var absence = Duration.seconds(10)
    /// How many may be waited for.
    static let mostAbsentees = 64
    /// How long an answer may take that has to be fetched from the lobby.
    package var answer = Duration.seconds(5)

    /// Whoever claims a larger window sees the top left of it filled.
    package var largestWindow = Size(rows: 100, columns: 250)

    package init() {}

    /// So many from one address, who then may also come more often.
    package mutating func allow(perAddress count: Int) {
        guestsPerAddress = count
        arrivalsAtOnce = max(arrivalsAtOnce, 2 * count)
        arrivalsPerMinute = max(arrivalsPerMinute, 4 * count)
    }
}
