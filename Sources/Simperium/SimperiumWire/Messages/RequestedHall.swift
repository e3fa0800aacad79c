internal import SimperiumJSON

/// The hall that a client asks for. The server program that embeds the hub decides which halls
/// exist.
package struct RequestedHall: Hashable, Codable, Sendable {
    private static let longestName = 16

    package let name: String
    /// True if the client comes as a spectator.
    package let isToWatch: Bool

    /// Creates a request; returns nil if the name is empty or too long.
    package init?(_ name: String, isToWatch: Bool = false) {
        guard !name.isEmpty, name.utf8.count <= Self.longestName else { return nil }
        self.name = name
        self.isToWatch = isToWatch
    }
}

extension RequestedHall {
    /// Reads a request; returns nil if the name is missing or invalid.
    init?(_ members: JSONObject) {
        guard let name = members["hall"]?.string else { return nil }
        self.init(name, isToWatch: members["watch"]?.bool == true)
    }
}
