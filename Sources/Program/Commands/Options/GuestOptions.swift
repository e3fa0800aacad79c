package import SimperiumWebWire

/// How guests come in by ssh, and how many.
package struct GuestOptions: Hashable, Sendable {
    package let listen: [Endpoint]
    /// Nil for the usual file in the data directory.
    package let hostKeyFile: String?
    /// The list of guests that the host keeps out; nil if there is none.
    package let bansFile: String?
    /// The proxies that say for whom they speak.
    package let proxies: TrustedProxies
    package let most: Int
    package let mostPerAddress: Int
    /// Where all that guests do is recorded; nil if it is not.
    package let recordingFolder: String?

    init(_ settings: Settings) {
        let listen = settings.endpoints(.ssh)
        self.listen = listen.isEmpty ? [.usualDoor] : listen
        hostKeyFile = settings.text(.hostKey)
        bansFile = settings.text(.bans)
        proxies = TrustedProxies(settings.addresses(.trustedProxy))
        most = settings.number(.maxGuests) ?? 0
        mostPerAddress = settings.number(.maxGuestsPerAddress) ?? 0
        recordingFolder = settings.text(.record)
    }
}
