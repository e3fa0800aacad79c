package import SimperiumClock
package import SimperiumWire

/// Result of a client's request for a place.
package enum HallPlacement: Hashable, Sendable {
    case here(HallNumber)
    /// The hall is in another shard. Nil if the home must choose one.
    case elsewhere(HallNumber?)
    case full
}

/// The open halls of a server, and the places in them.
///
/// A place belongs to a connection. The connection gets it with its first request for the lobby and
/// keeps it until it closes. So an answer with the hall never has to wait, and a connection
/// that only asks and leaves keeps nothing.
///
/// Other servers may have halls in other shards. Of these the table has the reported numbers of
/// people only, and the clients that it has sent there.
///
/// Order of calls: `admit` when a connection asks, `release` when it leaves, `wake` at
/// `nextDeadline`. `HallDesk` answers the clients, and has the reports about distant halls.
package struct HallOccupancy<Holder: Hashable & Sendable>: Sendable {
    private struct Hall {
        /// The number of programs that know halls.
        var own = 0
        var strangers = 0
        /// The time when the hall became empty; nil if it is not.
        var emptySince: Instant?

        var people: Int { own + strangers }
    }

    /// A hall in another shard.
    private struct Distant {
        var reported = 0
        /// The times of the clients that were sent there. A report may not include them yet.
        var sent: [Instant] = []
        let heardAt: Instant

        var people: Int { reported + sent.count }
    }

    private struct Place {
        let hall: HallNumber
        let isStranger: Bool
    }

    private let limits: HallLimits
    package let shards: HallShards
    private var halls: [HallNumber: Hall]
    private var distant: [HallNumber: Distant] = [:]
    private var places: [Holder: Place] = [:]
    /// The time when the first empty hall may close; nil if none is empty.
    private var closesAt: Instant?
    /// The time when the first distant hall may be forgotten.
    private var forgetsAt: Instant?

    package init(_ limits: HallLimits = HallLimits(), _ shards: HallShards = .whole) {
        self.limits = limits
        self.shards = shards
        halls = shards.isHome ? [.first: Hall()] : [:]
    }

    package var nextDeadline: Instant? { sooner(closesAt, forgetsAt) }

    /// The numbers of the own open halls. The first hall is always open.
    package var open: [HallNumber] { halls.keys.sorted() }

    /// The number of own open halls.
    package var count: Int { halls.count }

    /// Returns the number of people in a hall. In a distant hall they are those of its last report,
    /// and those on the way.
    package func people(in hall: HallNumber) -> Int {
        halls[hall]?.people ?? distant[hall]?.people ?? 0
    }

    /// Returns the hall of a connection's place, or nil.
    package func hall(of holder: Holder) -> HallNumber? { places[holder]?.hall }

    /// True if the hall that a wish names admits its holder, or if it names none.
    package func takesIn(_ wish: HallPreference) -> Bool {
        wish.hall.map { grants(wish, at: $0) } ?? true
    }

    /// Returns the holder's place, or gives them one.
    ///
    /// A wish can't open a closed hall at home. If the named hall is closed or full, any other hall
    /// will do. A holder that `redials` may be sent to a hall in another shard; once there are many
    /// people, to one of those that are `near`.
    package mutating func admit(
        _ holder: Holder, wishing wish: HallPreference, redials: Bool = false, near: ShardSet = [],
        at now: Instant
    ) -> HallPlacement {
        if let place = places[holder] { return .here(place.hall) }
        guard wish != .unaware else { return admit(stranger: holder) }
        guard let hall = chooseHall(for: wish, redials: redials, near: near) else {
            return .elsewhere(nil)
        }
        if shards.isOwn(hall) {
            enter(holder, hall)
            return .here(hall)
        }
        if shards.isHome { countSent(to: hall, at: now) }
        return .elsewhere(hall)
    }

    private mutating func admit(stranger holder: Holder) -> HallPlacement {
        let hall = shards.isHome ? .first : emptiest
        guard halls[hall, default: Hall()].strangers < limits.strangers else { return .full }
        places[holder] = Place(hall: hall, isStranger: true)
        halls[hall, default: Hall()].strangers += 1
        halls[hall]?.emptySince = nil
        return .here(hall)
    }

    private mutating func enter(_ holder: Holder, _ hall: HallNumber) {
        places[holder] = Place(hall: hall, isStranger: false)
        halls[hall, default: Hall()].own += 1
        halls[hall]?.emptySince = nil
    }

    private mutating func countSent(to hall: HallNumber, at now: Instant) {
        distant[hall, default: Distant(heardAt: now)].sent.append(now)
        forgetsAt = forgetsAt ?? now + HallLimits.memory
    }

    /// Returns the hall for a wish; nil if the home must choose one.
    private func chooseHall(
        for wish: HallPreference, redials: Bool, near: ShardSet
    ) -> HallNumber? {
        let isSender = redials && shards.isHome
        if let named = wish.hall {
            if grants(wish, at: named), redials || shards.isOwn(named) { return named }
            if redials, !shards.isHome {
                guard shards.isOwn(named) else { return named }
                if halls[named] == nil {
                    // A client that has been away for longer than its hall stayed open is better
                    // off among others. But the home may have just chosen the number, because all
                    // halls that it knows are full, or nearly.
                    if case .back = wish, hasQuietHall { return nil }
                    // For other clients it is one hall more at most.
                    return fullestHallWithRoom(isSender: false) ?? named
                }
            }
        }
        if isSender, isSpreading, !near.isEmpty,
            let hall = fullestHallWithRoom(isSender: true, in: near)
                ?? hallToOpen(isSender: true, in: near)
        {
            return hall
        }
        return fullestHallWithRoom(isSender: isSender) ?? hallToOpen(isSender: isSender) ?? emptiest
    }

    /// True if new halls open in other shards.
    private var isSpreading: Bool { shards.isDivided && places.count >= limits.spread }

    /// True if a hall in another shard is open and less than half full.
    private var hasQuietHall: Bool {
        distant.values.contains { $0.people > 0 && $0.people < limits.size / 2 }
    }

    private func grants(_ wish: HallPreference, at number: HallNumber) -> Bool {
        guard let people = halls[number]?.people ?? distant[number]?.people else { return false }
        return switch wish {
        case .any, .unaware: false
        case .named: people < limits.extended
        // The hall's server does not know the offer.
        case .offered where !shards.isOwn(number): people < limits.extended
        // The owner of a seat was counted before. A client that only claims to have one must not
        // fill a hall.
        case .back, .toWatch, .offered: people < limits.spectators
        }
    }

    /// The fullest of the halls with room, so that few people stay together; nil if all are full.
    /// Among equals it is the lowest number. A sender has all halls to choose from.
    private func fullestHallWithRoom(isSender: Bool, in part: ShardSet = .all) -> HallNumber? {
        var best: (people: Int, number: HallNumber)?
        func consider(_ number: HallNumber, _ people: Int) {
            guard people < limits.size, part.has(shards.shard(of: number)) else { return }
            let isWorse = best.map { ($0.people, number) >= (people, $0.number) } ?? false
            if !isWorse { best = (people, number) }
        }
        for (number, hall) in halls where number != .first || hall.own < limits.ownInFirst {
            consider(number, hall.people)
        }
        if isSender { for (number, hall) in distant { consider(number, hall.people) } }
        return best?.number
    }

    /// A closed hall: an own one until a sender has many people; then one in the shard with the
    /// fewest people, of these the last, because other servers get the last shards first. Nil if
    /// all numbers are used.
    private func hallToOpen(isSender: Bool, in part: ShardSet = .all) -> HallNumber? {
        let own = firstClosed(in: shards.own)
        guard isSender, shards.isDivided, own == nil || isSpreading else { return own }
        var people = [Int](repeating: 0, count: shards.count)
        for (number, hall) in distant { people[shards.shard(of: number)] += hall.people }
        let others = (0..<shards.count).filter { $0 != shards.own && part.has($0) }
            .sorted { (people[$0], $1) < (people[$1], $0) }
        return others.lazy.compactMap(firstClosed).first ?? (part == .all ? own : nil)
    }

    private func firstClosed(in shard: Int) -> HallNumber? {
        shards.halls(of: shard).first { halls[$0] == nil && distant[$0] == nil }
    }

    /// The own hall with the fewest people, once all numbers are used.
    private var emptiest: HallNumber {
        halls.min { ($0.value.people, $0.key) < ($1.value.people, $1.key) }?.key
            ?? firstClosed(in: shards.own) ?? .first
    }

    /// Keeps a hall open that has seats from before this server's start.
    package mutating func keepHallOpen(_ hall: HallNumber, at now: Instant) {
        guard halls[hall] == nil, shards.isOwn(hall) else { return }
        halls[hall] = Hall(emptySince: now)
        scheduleHallClosing(at: now)
    }

    /// Records the number of people in a hall of another shard; nil if the hall has closed.
    package mutating func recordPeopleCount(_ people: Int?, in hall: HallNumber, at now: Instant) {
        guard !shards.isOwn(hall) else { return }
        // A client that was sent long ago has arrived, and the report includes it.
        let sent = (distant[hall]?.sent ?? []).filter { now - $0 < HallLimits.travel }
        guard people != nil || !sent.isEmpty else { return distant[hall] = nil }
        distant[hall] = Distant(reported: people ?? 0, sent: sent, heardAt: now)
        forgetsAt = forgetsAt ?? now + HallLimits.memory
    }

    /// Frees the place of a holder.
    package mutating func releasePlace(_ holder: Holder, at now: Instant) {
        guard let place = places.removeValue(forKey: holder) else { return }
        if place.isStranger {
            halls[place.hall]?.strangers -= 1
        } else {
            halls[place.hall]?.own -= 1
        }
        guard halls[place.hall]?.people == 0, place.hall != .first else { return }
        halls[place.hall]?.emptySince = now
        scheduleHallClosing(at: now)
    }

    private mutating func scheduleHallClosing(at now: Instant) {
        closesAt = closesAt ?? now + limits.closing
    }

    /// Closes the halls that have been empty for long enough, forgets the distant halls without a
    /// report, and names both.
    @discardableResult
    package mutating func wake(at now: Instant) -> [HallNumber] {
        (closeEmpty(at: now) + forgetSilentHalls(at: now)).sorted()
    }

    private mutating func closeEmpty(at now: Instant) -> [HallNumber] {
        guard let due = closesAt, due <= now else { return [] }
        var closed: [HallNumber] = []
        closesAt = nil
        for (number, hall) in halls {
            guard let since = hall.emptySince, number != .first else { continue }
            let end = since + limits.closing
            if end <= now {
                closed.append(number)
            } else {
                closesAt = sooner(closesAt, end)
            }
        }
        for number in closed { halls[number] = nil }
        return closed
    }

    private mutating func forgetSilentHalls(at now: Instant) -> [HallNumber] {
        guard let due = forgetsAt, due <= now else { return [] }
        let silent = distant.filter { $0.value.heardAt + HallLimits.memory <= now }.map(\.key)
        for number in silent { distant[number] = nil }
        forgetsAt = distant.values.map(\.heardAt).min().map { $0 + HallLimits.memory }
        return silent
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
    /// With so many people at home, new halls are opened in other shards.
    package let spread: Int

    /// A client that was sent to another shard is there, and reported, after this time.
    static let travel = Duration.seconds(2)
    /// A hall in another shard is forgotten if it is not reported for so long.
    static let memory = Duration.seconds(10)

    package init(
        size: Int = 100, strangers: Int = 200, spectators: Int = 1_000,
        closing: Duration = .seconds(65), spread: Int = 2_000
    ) {
        self.size = max(size, 2)
        self.strangers = strangers
        self.spectators = max(spectators, size)
        self.closing = closing
        self.spread = spread
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
package enum HallPreference: Hashable, Sendable {
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

extension HallShards {
    package func shard(of hall: HallNumber) -> Int { (hall.rawValue - 1) % count }

    package func isOwn(_ hall: HallNumber) -> Bool { shard(of: hall) == own }

    package func areTogether(_ one: HallNumber, _ other: HallNumber) -> Bool {
        shard(of: one) == shard(of: other)
    }

    /// The numbers of a shard's halls, from the lowest.
    func halls(of shard: Int) -> some Sequence<HallNumber> {
        stride(from: shard + 1, through: HallNumber.most, by: count).lazy
            .compactMap { HallNumber(rawValue: $0) }
    }
}
