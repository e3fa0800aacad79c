/// The move of a waiting player to another hall, in three steps. Each step waits until the server
/// has acknowledged the step before.
///
/// First the Player object leaves the pairing; a Match that arrives before the acknowledgement ends
/// the move. Then the player leaves this hall, and finally enters the other one. So no player is in
/// two halls at once, or is seated in a hall while leaving it.
package struct HallMove: Hashable, Sendable {
    package enum TransferStep: Hashable, Sendable {
        /// The program gives the Player a mode that pairing ignores.
        case steppingAside
        /// The program removes its objects from the hall.
        case leaving
        /// The program restarts its channels in the other hall.
        case entering
    }

    package enum Event: Hashable, Sendable {
        /// The server has acknowledged the step's change.
        case acknowledged
        case refused
        /// A Match that names the player has arrived.
        case seated
        case offline
        /// The channels are in the hall with this number, as the server reports.
        case entered(HallNumber)
    }

    package enum TransferProgress: Hashable, Sendable {
        case take(TransferStep)
        case wait
        /// The move has failed: the player stays, and waits in the old hall as before.
        case stayed
        /// The player was seated in a match of the old hall before leaving it.
        case played
        /// The player is in this hall, which may differ from the offered hall.
        case done(HallNumber)
    }

    package let to: HallNumber
    package private(set) var step = TransferStep.steppingAside

    package init(to hall: HallNumber) {
        to = hall
    }

    package mutating func handle(_ event: Event) -> TransferProgress {
        switch (step, event) {
        case (.steppingAside, .acknowledged): return advance(.leaving)
        case (.leaving, .acknowledged): return advance(.entering)
        case (.steppingAside, .seated): return .played
        case (.steppingAside, .refused), (.steppingAside, .offline): return .stayed
        // The object is gone already, or will be removed with the channels.
        case (.leaving, .refused): return advance(.entering)
        // After the first step, nothing is left in the old hall to return to.
        case (.leaving, .offline), (.entering, .offline): return advance(.entering)
        case (.entering, .entered(let hall)): return .done(hall)
        // The referee accepts no Match with a player who has left the pairing.
        case (.leaving, .seated), (.entering, .seated), (.entering, .acknowledged),
            (.entering, .refused), (.steppingAside, .entered), (.leaving, .entered):
            return .wait
        }
    }

    private mutating func advance(_ next: TransferStep) -> TransferProgress {
        step = next
        return .take(next)
    }
}
