/// In which hall a program would like to be.
package enum HallWish: Hashable, Sendable {
    /// In any that has room.
    case any
    /// It knows of no halls, so it is where all are who don't.
    case unaware
    /// Back in the hall of the seat that it says it has.
    case back(HallNumber)
    /// Where somebody is whom it wants to meet.
    case named(HallNumber)
    /// Where a match is that it wants to watch.
    case toWatch(HallNumber)
    /// Where it was offered an opponent.
    case offered(HallNumber)

    /// The hall that it asks for, if any.
    var hall: HallNumber? {
        switch self {
        case .any, .unaware: nil
        case .back(let hall), .named(let hall), .toWatch(let hall), .offered(let hall): hall
        }
    }
}
