package import SimperiumWire

/// What lets a program have back what it owned on an earlier connection, or in an earlier run: one
/// for all the buckets that it has of one user.
package struct Seat: Hashable, Codable, Sendable {
    package let secret: ResumeSecret
    /// Higher each time that another run of the program takes the seat over.
    package let number: Int
    /// The hall that it is in; nil of a hub that has none.
    package let hall: String?

    package init(_ secret: ResumeSecret, number: Int, in hall: String? = nil) {
        self.secret = secret
        self.number = number
        self.hall = hall
    }
}

/// What a hub said of the seat that a program has shown it.
package enum SeatNews: Hashable, Codable, Sendable {
    /// All that it owned is its own again.
    case kept
    /// The seat is no more; nil where the hub does not know how it ended, or never knew it.
    case lost(SeatEnd?)
    /// Another program has it. This one does not dial again.
    case takenOver
}
