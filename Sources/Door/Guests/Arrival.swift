package import Drawing
internal import Game

/// Who came to the door by ssh, with what, and for what: all by their own word but for the key.
package struct Arrival: Hashable, Codable, Sendable {
    package var user: String
    /// Of the key that has signed; nil for a guest without one.
    package var fingerprint: String?
    /// Nil if ssh was told to ask for none.
    package var terminal: DistantTerminal?
    package var environment: [String: String]
    /// The words behind the host; nil if there were none.
    package var command: String?

    package init(
        user: String, fingerprint: String? = nil, terminal: DistantTerminal? = nil,
        environment: [String: String] = [:], command: String? = nil
    ) {
        self.user = user
        self.fingerprint = fingerprint
        self.terminal = terminal
        self.environment = environment
        self.command = command
    }

    package var guestCommand: GuestCommand { GuestCommand(user: user, command: command) }

    /// Whether the guest is to be talked with in lines: nothing else can be had, or is wanted.
    var wantsLines: Bool {
        terminal.map { $0.name == "dumb" } ?? true || GuestCommand.wantsLines(command)
    }

    var numbering: Numbering { GuestCommand.numbering(command) }

    /// What the terminal can do; nil if there is none, or none that can be drawn on. Few an ssh
    /// tells the locale, and nearly every terminal today shows UTF-8.
    var capabilities: Capabilities? {
        let known = terminal.flatMap {
            Capabilities.from(term: $0.name, environment: environment, localeIsUnicode: true)
        }
        return known.flatMap { $0.isAddressable ? $0 : nil }
    }
}
