package import SimperiumJSON

/// Where a person sits just now, for their other devices to find: the one object of the bucket
/// `seat`. The account is the proof that it is their seat, so there is no secret in it.
package struct SeatNote: Hashable, Sendable {
    package static let key = "now"
    private static let longestDevice = 128

    /// The lobby that the match is in, if there are several.
    package let hall: String?
    package let match: String
    /// The client id that the seat belongs to.
    package let client: String
    /// What to call the device.
    package let device: String

    package init(hall: String? = nil, match: String, client: String, device: String) {
        self.hall = hall
        self.match = match
        self.client = client
        self.device = device
    }

    package init(_ object: JSONObject) throws(RecordFlaw) {
        hall = try object.id(.hall)
        guard let match = try object.id(.match) else { throw .missing(member: "match") }
        guard let client = try object.id(.client) else { throw .missing(member: "client") }
        let device = try object.text(.device, longest: Self.longestDevice)
        guard let device else { throw .missing(member: "device") }
        (self.match, self.client, self.device) = (match, client, device)
    }

    package var members: JSONObject {
        var object: JSONObject = [
            .match: JSON(match), .client: JSON(client), .device: JSON(device),
        ]
        object[.hall] = hall.map { JSON($0) }
        return object
    }
}
