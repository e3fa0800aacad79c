/// The way of somebody who waits into another hall, in three steps, each after the server has
/// acknowledged the one before.
///
/// First they are no longer to be paired where they are: a Match that comes before that is known
/// ends the move. Then they leave, and only then they come in where somebody waits. So nobody is in
/// two halls at once, and nobody is seated in one on the way to another.
package struct HallMove: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        /// The Player's mode becomes one in which nobody pairs it.
        case steppingAside
        /// What the program has in the hall is removed.
        case leaving
        /// The channels begin anew in the other hall.
        case entering
    }

    package enum Event: Hashable, Sendable {
        /// What the step changed is acknowledged.
        case acknowledged
        /// The server refused it.
        case refused
        /// A Match has come that names the mover.
        case seated
        /// The line broke.
        case offline
        /// The server has said in which hall the channels are.
        case entered(HallNumber)
    }

    package enum Outcome: Hashable, Sendable {
        /// The next step is to be taken.
        case take(Step)
        /// The step goes on.
        case wait
        /// The mover stays where it is, and waits there as before.
        case stayed
        /// A match was faster.
        case played
        /// The mover is in a hall, though it may be another one than was offered.
        case done(HallNumber)
    }

    package let to: HallNumber
    package private(set) var step = Step.steppingAside

    /// Begins with the first step.
    package init(to hall: HallNumber) {
        to = hall
    }

    package mutating func handle(_ event: Event) -> Outcome {
        switch (step, event) {
        case (.steppingAside, .acknowledged): return take(.leaving)
        case (.leaving, .acknowledged): return take(.entering)
        case (.steppingAside, .seated): return .played
        case (.steppingAside, .refused), (.steppingAside, .offline): return .stayed
        // What was to be removed is gone already, or goes when the channels end.
        case (.leaving, .refused): return take(.entering)
        // A line that breaks after that has nothing in the old hall to come back for.
        case (.leaving, .offline), (.entering, .offline): return take(.entering)
        case (.entering, .entered(let hall)): return .done(hall)
        // The guard lets no Match pass that names who has stepped aside.
        case (.leaving, .seated), (.entering, .seated), (.entering, .acknowledged),
            (.entering, .refused), (.steppingAside, .entered), (.leaving, .entered):
            return .wait
        }
    }

    private mutating func take(_ next: Step) -> Outcome {
        step = next
        return .take(next)
    }
}
