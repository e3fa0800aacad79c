package import SimperiumClock
package import SimperiumWire

/// Which halls are open on a server, and who has a place in which.
///
/// A place belongs to a connection: it is taken when the connection first asks for the lobby, and
/// given back when it ends. So nobody waits for an answer to know where they are, and who only asks
/// and leaves keeps nothing.
package struct HallTable<Holder: Hashable & Sendable>: Sendable {
    private struct Hall {
        /// Those who know of halls.
        var own = 0
        var strangers = 0
        /// Nil while somebody is in it.
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
    /// When the first of the empty halls may close; nil if none is empty.
    package private(set) var nextDeadline: Instant?

    package init(_ limits: HallLimits = HallLimits()) {
        self.limits = limits
    }

    /// The halls that are open, the first of which always is.
    package var open: [HallNumber] { halls.keys.sorted() }

    /// How many are open.
    package var count: Int { halls.count }

    package func isOpen(_ hall: HallNumber) -> Bool { halls[hall] != nil }

    /// How many are in a hall.
    package func people(in hall: HallNumber) -> Int { halls[hall]?.people ?? 0 }

    /// Where somebody has a place.
    package func hall(of holder: Holder) -> HallNumber? { places[holder]?.hall }

    /// Whether a hall takes somebody in who names it; who waits for an opponent there is one of
    /// few, and would wait in vain elsewhere.
    package func takesIn(_ wish: HallWish) -> Bool {
        wish.hall.map { grants(wish, at: $0) } ?? true
    }

    /// Gives somebody a place, or the one that they have; nil if the lobby is full.
    ///
    /// A hall that is closed is nobody's to open by naming it, and one that is full is as good as
    /// none: then any other will do.
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

    /// Gives somebody a place that was found for them elsewhere.
    package mutating func seat(_ holder: Holder, in hall: HallNumber, isStranger: Bool) {
        guard places[holder] == nil else { return }
        places[holder] = Place(hall: hall, isStranger: isStranger)
        if isStranger {
            halls[hall, default: Hall()].strangers += 1
        } else {
            halls[hall, default: Hall()].own += 1
        }
        halls[hall]?.emptySince = nil
    }

    /// How many are in a hall who know of halls, and how many who don't.
    package func places(in hall: HallNumber) -> (own: Int, strangers: Int) {
        (halls[hall]?.own ?? 0, halls[hall]?.strangers ?? 0)
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
        // Whose seat is there was counted once. Who only says so is not to fill a hall.
        case .back, .toWatch, .offered: hall.people < limits.spectators
        }
    }

    /// The fullest of the halls that have room, so that those who are few are together; else a new
    /// one. The lowest of those that are equally full.
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

    /// Where the least people are, if there are so many that no number is left.
    private var emptiest: HallNumber {
        halls.min { ($0.value.people, $0.key) < ($1.value.people, $1.key) }?.key ?? .first
    }

    /// Keeps a hall open in which there are seats from before this server began.
    package mutating func remember(_ hall: HallNumber, at now: Instant) {
        guard halls[hall] == nil else { return }
        halls[hall] = Hall(emptySince: now)
        expectClosing(at: now)
    }

    /// Takes somebody's place back.
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

/// How many people a hall has room for, and for how long an empty one stays open.
package struct HallLimits: Hashable, Codable, Sendable {
    /// Up to so many a hall is filled with those who don't mind which one they are in.
    package let size: Int
    /// Programs that know of no halls are all in the first one, up to so many.
    package let strangers: Int
    /// Who comes to watch a match is let in up to so many.
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

    /// All are in one hall: for servers that share an engine, of which each knows its own clients.
    package static let unlimited = HallLimits(
        size: 1_000_000, strangers: 1_000_000, spectators: 1_000_000)

    /// Who names a hall may go so far beyond its size.
    package var extended: Int { size + max(size / 5, 1) }

    /// How many of our own programs come to the first hall by chance: the others leave room there
    /// for strangers, who can't be anywhere else.
    package var ownInFirst: Int { size / 2 }
}

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

/// A hint to a person or a match in a lobby of many halls.
package enum HallHint: Hashable, Sendable {
    /// A person of that name, or one that looks the same.
    case name(NameSkeleton)
    /// The owner of an account.
    case account(String)
    /// The player who shows a code.
    case code(JoinCode)
    case match(ObjectKey)
}

extension HallHint {
    /// Returns the hints to the person of a Player.
    package static func hints(to player: Player) -> [HallHint] {
        var hints: [HallHint] = []
        if let name = player.name, !player.isHidden { hints.append(.name(NameSkeleton(name))) }
        if let user = player.user { hints.append(.account(user)) }
        if let code = player.code, player.mode == .open { hints.append(.code(code)) }
        return hints
    }
}
