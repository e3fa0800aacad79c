package import Drawing

/// How much a door gives to whom, and for how long.
package struct DoorLimits: Hashable, Codable, Sendable {
    package var crowd = CrowdLimits()
    package var connection = ConnectionLimits()
    package var frames = FrameLimits()

    /// From the first packet until somebody is let in.
    package var handshake = Duration.seconds(20)
    package var handshakeBytes = 100_000
    /// From then until they have said what they want.
    package var choosing = Duration.seconds(10)
    /// How long an ssh that has been told the end may take to hang up.
    package var parting = Duration.seconds(2)

    /// How much of what was typed is read before others have their turn. More than may come at once
    /// never waits to be read: a guest who sends that much is sent away.
    package var bytesPerTurn = 16
    /// How long what somebody had begun waits for the same key: as long as the hub keeps a seat.
    package var absence = Duration.seconds(60)
    /// How many may be waited for.
    static let mostAbsentees = 64
    /// How long an answer may take that has to be fetched from the lobby.
    package var answer = Duration.seconds(5)

    /// Of a larger window only the top left is filled.
    package var largestWindow = Size(rows: 100, columns: 250)

    package init() {}
}
