internal import Lobby
internal import SimperiumJSON
package import SimperiumSync
package import SimperiumWire

/// A player's seat in a match. Another process can resume the seat.
package struct KeptSeat: Hashable, Codable, Sendable {
    package let clientID: ClientID
    package let seat: ResumeToken
    package let match: ObjectKey
    package let opponent: String
    /// The match with its unconfirmed changes; nil if the hub has confirmed all changes.
    package let unsent: StoredReplicaObject?

    package init(
        _ seat: ResumeToken, of clientID: ClientID, in match: ObjectKey, against opponent: String,
        unsent: StoredReplicaObject? = nil
    ) {
        self.clientID = clientID
        self.seat = seat
        self.match = match
        self.opponent = opponent
        self.unsent = unsent
    }

    /// The stored bucket with the unsent match; nil if the hub has confirmed all changes.
    var stored: StoredReplicaBucket? {
        unsent.map { StoredReplicaBucket(objects: [match: $0]) }
    }
}

package enum SeatFileFlaw: Error, Hashable, Sendable {
    /// The file was cut off, or written by another program.
    case damaged
    /// Another version of the program wrote the file, and may still need it.
    case otherVersion
}

/// The file of a seat that another process can resume.
package struct SeatFile: Hashable, Codable, Sendable {
    /// The size limit of a file in bytes, far above the size of any seat.
    package static let longest = 65_536
    private static let version = 1

    private let version: Int
    /// The address that the program connects to.
    package let server: String
    package let seat: KeptSeat

    package init(_ seat: KeptSeat, at server: String) {
        version = Self.version
        self.server = server
        self.seat = seat
    }

    /// Reads a file. Ignores blanks at its end, because `LockedFile` writes blanks over the rest of
    /// a longer earlier seat.
    package init(_ bytes: [UInt8]) throws(SeatFileFlaw) {
        guard bytes.count <= Self.longest, let json = try? JSON(parsing: bytes) else {
            throw .damaged
        }
        guard let version = json.object?["version"]?.int else { throw .damaged }
        guard version == Self.version else { throw .otherVersion }
        guard let file = try? RecordDecoder().decode(SeatFile.self, from: json),
            file.seat.isSound
        else { throw .damaged }
        self = file
    }

    package var bytes: [UInt8] {
        guard let json = try? RecordEncoder().encode(self) else { return [] }
        return json.utf8 + [UInt8(ascii: "\n")]
    }
}

extension KeptSeat {
    /// True if the session's number is positive, and any change in flight belongs to the match.
    fileprivate var isSound: Bool {
        guard seat.number > 0, let unsent else { return seat.number > 0 }
        return unsent.inFlight.map { $0.change.key == match } ?? true
    }
}
