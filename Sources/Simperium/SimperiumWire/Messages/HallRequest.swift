internal import SimperiumJSON

/// The hall that a client would like to be in. Which there are, and what their names mean, is for
/// the program around the hub to know.
package struct HallRequest: Hashable, Codable, Sendable {
    private static let longestName = 16

    package let name: String
    /// Whether the client comes to watch somebody there.
    package let isToWatch: Bool

    /// Nil if that can't be a name.
    package init?(_ name: String, isToWatch: Bool = false) {
        guard !name.isEmpty, name.utf8.count <= Self.longestName else { return nil }
        self.name = name
        self.isToWatch = isToWatch
    }
}

extension HallRequest {
    /// A name that is none is as good as no request.
    init?(_ members: JSONObject) {
        guard let name = members["hall"]?.string else { return nil }
        self.init(name, isToWatch: members["watch"]?.bool == true)
    }
}
