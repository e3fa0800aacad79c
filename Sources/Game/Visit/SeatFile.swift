internal import Lobby
internal import SimperiumJSON
package import SimperiumSync
package import SimperiumWire

/// What a program keeps of its place in a match, so that another run of it can go on.
package struct KeptSeat: Hashable, Codable, Sendable {
    package let clientID: ClientID
    package let seat: Seat
    package let match: ObjectKey
    /// What the opponent was called.
    package let opponent: String
    /// The match with what was done in it and the hub has not confirmed, under the names that its
    /// changes have; nil if the hub has all.
    package let unsent: StoredObject?

    package init(
        _ seat: Seat, of clientID: ClientID, in match: ObjectKey, against opponent: String,
        unsent: StoredObject? = nil
    ) {
        self.clientID = clientID
        self.seat = seat
        self.match = match
        self.opponent = opponent
        self.unsent = unsent
    }

    /// Nil if the hub has all of it.
    var stored: StoredReplica? {
        unsent.map { StoredReplica(objects: [match: $0]) }
    }
}

/// What lies on the disk of a seat: where it is, and what it takes to go on with it.
package struct SeatFile: Hashable, Codable, Sendable {
    /// Why a file is of no use.
    package enum Flaw: Error, Hashable, Sendable {
        /// It is not what any program writes: cut off, or another's.
        case damaged
        /// A program of another version wrote it, which may want it yet.
        case otherVersion
    }

    /// More than any seat takes.
    package static let longest = 65_536
    private static let version = 1

    private let version: Int
    /// The address that the program dials.
    package let server: String
    package let seat: KeptSeat

    package init(_ seat: KeptSeat, at server: String) {
        version = Self.version
        self.server = server
        self.seat = seat
    }

    /// Reads what `bytes` made. Blanks at the end are what is left of a longer file.
    package init(_ bytes: [UInt8]) throws(Flaw) {
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
    /// Whether a program may have written it: what is unsent is a change of that match.
    fileprivate var isSound: Bool {
        guard seat.number > 0, let unsent else { return seat.number > 0 }
        return unsent.inFlight.map { $0.change.key == match } ?? true
    }
}
