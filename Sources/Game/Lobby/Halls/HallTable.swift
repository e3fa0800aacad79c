package import SimperiumClock

/// The open halls of a server, and the places in them.
///
/// A place belongs to a connection. The connection gets it with its first request for the lobby and
/// keeps it until it closes. So an answer with the hall never has to wait, and a connection
/// that only asks and leaves keeps nothing.
package struct HallTable<Holder: Hashable & Sendable>: Sendable {
    private struct Hall {
        /// The number of programs that know halls.
        var own = 0
        var strangers = 0
        /// The time when the hall became empty; nil if it is not.
        var emptySince: Instant?

        var people: Int { own + strangers }
    }

    private struct Place {
        let hall: HallNumber
        let isStranger: Bool
    }

    private let limits: HallLimits
    private var halls: [HallNumber: Hall] = [.first: Hall()]
    private var places: [Holder: Place] = [:]
    /// The time when the first empty hall may close; nil if none is empty.
    package private(set) var nextDeadline: Instant?

    package init(_ limits: HallLimits = HallLimits()) {
        self.limits = limits
    }

    /// The numbers of the open halls. The first hall is always open.
    package var open: [HallNumber] { halls.keys.sorted() }

    /// The number of open halls.
    package var count: Int { halls.count }

    /// Returns the number of people in a hall.
    package func people(in hall: HallNumber) -> Int { halls[hall]?.people ?? 0 }

    /// Returns the hall of a connection's place, or nil.
    package func hall(of holder: Holder) -> HallNumber? { places[holder]?.hall }

    /// True if the hall that a wish names admits its holder, or if it names none.
    package func takesIn(_ wish: HallWish) -> Bool {
        wish.hall.map { grants(wish, at: $0) } ?? true
    }

    /// Returns the holder's place, or gives them one; nil if the lobby is full.
    ///
    /// A wish can't open a closed hall. If the named hall is closed or full, any other hall will
    /// do.
    package mutating func admit(
        _ holder: Holder, wishing wish: HallWish, at now: Instant
    ) -> HallNumber? {
        if let place = places[holder] { return place.hall }
        guard wish != .unaware else { return admit(stranger: holder) }
        let named = wish.hall.flatMap { grants(wish, at: $0) ? $0 : nil }
        let hall = named ?? roomiest
        enter(holder, hall)
        return hall
    }

    private mutating func admit(stranger holder: Holder) -> HallNumber? {
        guard halls[.first, default: Hall()].strangers < limits.strangers else { return nil }
        places[holder] = Place(hall: .first, isStranger: true)
        halls[.first, default: Hall()].strangers += 1
        halls[.first]?.emptySince = nil
        return .first
    }

    private mutating func enter(_ holder: Holder, _ hall: HallNumber) {
        places[holder] = Place(hall: hall, isStranger: false)
        halls[hall, default: Hall()].own += 1
        halls[hall]?.emptySince = nil
    }

    private func grants(_ wish: HallWish, at number: HallNumber) -> Bool {
        guard let hall = halls[number] else { return false }
        return switch wish {
        case .any, .unaware: false
        case .named: hall.people < limits.extended
        // The owner of a seat was counted before. A client that only claims to have one must not
        // fill a hall.
        case .back, .toWatch, .offered: hall.people < limits.spectators
        }
    }

    /// The fullest of the halls with room, so that few people stay together; otherwise a new hall.
    /// Among equals it is the lowest number.
    private var roomiest: HallNumber {
        var best: (people: Int, number: HallNumber)?
        for (number, hall) in halls where hasRoom(hall, as: number) {
            guard let other = best else {
                best = (hall.people, number)
                continue
            }
            let isBetter =
                hall.people == other.people
                ? number < other.number : hall.people > other.people
            if isBetter { best = (hall.people, number) }
        }
        return best?.number ?? firstClosed ?? emptiest
    }

    private func hasRoom(_ hall: Hall, as number: HallNumber) -> Bool {
        hall.people < limits.size && (number != .first || hall.own < limits.ownInFirst)
    }

    private var firstClosed: HallNumber? {
        for number in 1...HallNumber.most {
            guard let hall = HallNumber(rawValue: number), halls[hall] == nil else { continue }
            return hall
        }
        return nil
    }

    /// The hall with the fewest people, once all numbers are used.
    private var emptiest: HallNumber {
        halls.min { ($0.value.people, $0.key) < ($1.value.people, $1.key) }?.key ?? .first
    }

    /// Keeps a hall open that has seats from before this server's start.
    package mutating func remember(_ hall: HallNumber, at now: Instant) {
        guard halls[hall] == nil else { return }
        halls[hall] = Hall(emptySince: now)
        expectClosing(at: now)
    }

    /// Frees the place of a holder.
    package mutating func release(_ holder: Holder, at now: Instant) {
        guard let place = places.removeValue(forKey: holder) else { return }
        if place.isStranger {
            halls[place.hall]?.strangers -= 1
        } else {
            halls[place.hall]?.own -= 1
        }
        guard halls[place.hall]?.people == 0, place.hall != .first else { return }
        halls[place.hall]?.emptySince = now
        expectClosing(at: now)
    }

    private mutating func expectClosing(at now: Instant) {
        nextDeadline = nextDeadline ?? now + limits.closing
    }

    /// Closes the halls that have been empty for long enough, and names them.
    @discardableResult
    package mutating func wake(at now: Instant) -> [HallNumber] {
        guard let due = nextDeadline, due <= now else { return [] }
        var closed: [HallNumber] = []
        nextDeadline = nil
        for (number, hall) in halls {
            guard let since = hall.emptySince, number != .first else { continue }
            let end = since + limits.closing
            if end <= now {
                closed.append(number)
            } else {
                nextDeadline = sooner(nextDeadline, end)
            }
        }
        for number in closed { halls[number] = nil }
        return closed.sorted()
    }
}

/// The number of a hall, as people and programs write it: from 1, without zeros in front.
package struct HallNumber: RawRepresentable, Hashable, Codable, Comparable, Sendable {
    /// The one that programs come to that know of no halls.
    package static let first = HallNumber(1)
    /// More than any server has connections for.
    package static let most = 9_999

    package let rawValue: Int

    private init(_ rawValue: Int) {
        self.rawValue = rawValue
    }

    package init?(rawValue: Int) {
        guard (1...Self.most).contains(rawValue) else { return nil }
        self.init(rawValue)
    }

    /// Reads a number that another program wrote.
    package init?(_ text: String) {
        let digits = text.utf8
        guard digits.count <= 4, digits.first != UInt8(ascii: "0"),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(text)
        else { return nil }
        self.init(rawValue: number)
    }

    package static func < (left: HallNumber, right: HallNumber) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension HallNumber: CustomStringConvertible {
    package var description: String { "\(rawValue)" }
}

/// The number of people in a hall, and the time that an empty hall stays open.
package struct HallLimits: Hashable, Codable, Sendable {
    /// The largest size of a hall that is filled with people who named none.
    package let size: Int
    /// Programs that know of no halls are all in the first one, up to so many.
    package let strangers: Int
    /// The largest size of a hall that admits spectators of a match.
    package let spectators: Int
    /// An empty hall is closed after that: for longer than a seat is kept.
    package let closing: Duration

    package init(
        size: Int = 100, strangers: Int = 200, spectators: Int = 1_000,
        closing: Duration = .seconds(65)
    ) {
        self.size = max(size, 2)
        self.strangers = strangers
        self.spectators = max(spectators, size)
        self.closing = closing
    }

    /// One hall for all, for tests of everything but halls.
    package static let unlimited = HallLimits(
        size: 1_000_000, strangers: 1_000_000, spectators: 1_000_000)

    /// The largest size of a hall that admits people who name it.
    package var extended: Int { size + max(size / 5, 1) }

    /// The number of our own programs that fill the first hall. The rest of its room is for
    /// programs that don't know halls and can be in no other.
    package var ownInFirst: Int { size / 2 }
}

/// The hall that a program asks for.
package enum HallWish: Hashable, Sendable {
    /// In any that has room.
    case any
    /// It knows of no halls, so it is where all are who don't.
    case unaware
    /// The hall of the seat that the program claims to have.
    case back(HallNumber)
    /// The hall of a player whom it wants to meet.
    case named(HallNumber)
    /// The hall of a match that it wants to watch.
    case toWatch(HallNumber)
    /// The hall that the server offered, with an opponent.
    case offered(HallNumber)

    /// The hall that it asks for, if any.
    var hall: HallNumber? {
        switch self {
        case .any, .unaware: nil
        case .back(let hall), .named(let hall), .toWatch(let hall), .offered(let hall): hall
        }
    }
}
