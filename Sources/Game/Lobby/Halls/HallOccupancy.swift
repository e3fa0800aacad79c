package import SimperiumClock
package import SimperiumWire

/// The answer to a client's request for a hall.
package enum HallPlacement: Hashable, Sendable {
    case here(HallNumber)
    /// The hall is in another shard. The number is nil if the home server must choose the hall.
    case elsewhere(HallNumber?)
    case full
}

/// The open halls of a server, and the places in them.
///
/// A place belongs to a connection. The connection gets the place with its first request for the
/// lobby, and keeps it until the connection closes. So the server can answer at once, and a closed
/// connection keeps no place.
///
/// Other servers may have halls in other shards. For such a hall, `HallOccupancy` stores only the
/// reported number of people, and the times when clients were sent there.
///
/// Call `admit` when a connection asks for a hall, `releasePlace` when the connection closes, and
/// `closeAndForgetIdleHalls` at `nextDeadline`. `HallCoordinator` answers the clients, and receives
/// the reports about distant halls.
package struct HallOccupancy<Holder: Hashable & Sendable>: Sendable {
    private struct Hall {
        /// The number of programs that support halls.
        var own = 0
        var strangers = 0
        /// The time when the hall became empty; nil for an occupied hall, and for the first hall.
        var emptySince: Instant?

        var people: Int { own + strangers }
    }

    /// A hall in another shard.
    private struct DistantHall {
        var reported = 0
        /// The times when clients were sent to the hall. The report may not include those clients
        /// yet.
        var sent: [Instant] = []
        let heardAt: Instant

        var people: Int { reported + sent.count }
    }

    private struct AssignedPlace {
        let hall: HallNumber
        let isStranger: Bool
    }

    private let limits: HallLimits
    package let shards: HallSharding
    private var halls: [HallNumber: Hall]
    private var distant: [HallNumber: DistantHall] = [:]
    private var places: [Holder: AssignedPlace] = [:]
    /// The time of the next check for empty halls to close; nil if no check is scheduled.
    private var closesAt: Instant?
    /// The time of the next check for distant halls to forget; nil if no check is scheduled.
    private var forgetsAt: Instant?

    package init(_ limits: HallLimits = HallLimits(), _ shards: HallSharding = .undivided) {
        self.limits = limits
        self.shards = shards
        halls = shards.isHome ? [.first: Hall()] : [:]
    }

    package var nextDeadline: Instant? { sooner(closesAt, forgetsAt) }

    /// The numbers of the open halls on this server. On the home server, the first hall is always
    /// open.
    package var open: [HallNumber] { halls.keys.sorted() }

    package var count: Int { halls.count }

    /// Returns the number of people in a hall; 0 for an unknown hall. For a distant hall, this is
    /// the last reported number, plus the clients on their way.
    package func peopleCount(in hall: HallNumber) -> Int {
        halls[hall]?.people ?? distant[hall]?.people ?? 0
    }

    /// Returns the hall where a connection has its place; nil if the connection has no place.
    package func hall(of holder: Holder) -> HallNumber? { places[holder]?.hall }

    /// Returns true if the hall that a wish names can admit the client, or if the wish names no
    /// hall.
    package func canFulfill(_ wish: RequestedHallWithReason) -> Bool {
        wish.hall.map { canAdmit(wish, at: $0) } ?? true
    }

    /// Returns the hall for a holder, and gives the holder a place if that hall is on this server.
    /// A holder that already has a place keeps that place. Only a client without support for halls
    /// gets `full`.
    ///
    /// A wish can't open a closed hall on the home server. If the named hall is closed or full,
    /// another hall is used. A holder that `redials` may be sent to a hall in another shard. Once
    /// the home server has many players, it sends such a holder to a shard in `near` if possible.
    package mutating func admit(
        _ holder: Holder, wishing wish: RequestedHallWithReason, redials: Bool = false,
        near: ShardSet = [],
        at now: Instant
    ) -> HallPlacement {
        if let place = places[holder] { return .here(place.hall) }
        guard wish != .unaware else { return admitUnawareClientIfRoom(stranger: holder) }
        guard let hall = chooseHallUnlessHomeDecides(for: wish, redials: redials, near: near) else {
            return .elsewhere(nil)
        }
        if shards.isOwn(hall) {
            assignPlace(holder, hall)
            return .here(hall)
        }
        if shards.isHome { countClientSent(to: hall, at: now) }
        return .elsewhere(hall)
    }

    private mutating func admitUnawareClientIfRoom(stranger holder: Holder) -> HallPlacement {
        let hall = shards.isHome ? .first : emptiest
        guard halls[hall, default: Hall()].strangers < limits.strangers else { return .full }
        places[holder] = AssignedPlace(hall: hall, isStranger: true)
        halls[hall, default: Hall()].strangers += 1
        halls[hall]?.emptySince = nil
        return .here(hall)
    }

    private mutating func assignPlace(_ holder: Holder, _ hall: HallNumber) {
        places[holder] = AssignedPlace(hall: hall, isStranger: false)
        halls[hall, default: Hall()].own += 1
        halls[hall]?.emptySince = nil
    }

    private mutating func countClientSent(to hall: HallNumber, at now: Instant) {
        distant[hall, default: DistantHall(heardAt: now)].sent.append(now)
        forgetsAt = forgetsAt ?? now + HallLimits.memory
    }

    /// Returns the hall for a wish; nil if the home server must choose the hall.
    private func chooseHallUnlessHomeDecides(
        for wish: RequestedHallWithReason, redials: Bool, near: ShardSet
    ) -> HallNumber? {
        let isSender = redials && shards.isHome
        if let named = wish.hall {
            if canAdmit(wish, at: named), redials || shards.isOwn(named) { return named }
            let mayBeRedirected = redials && !shards.isHome
            if mayBeRedirected, !shards.isOwn(named) { return named }
            if mayBeRedirected, halls[named] == nil {
                // The client's hall may have closed while the client was away. In that case the
                // home server chooses a hall with more players. But if all halls are almost full,
                // the home server may just have chosen this number.
                if case .back = wish, hasQuietHall { return nil }
                // Otherwise the named hall is opened only if no other hall has room.
                return fullestHallWithRoom(includesDistant: false) ?? named
            }
        }
        if isSender, isSpreading, !near.isEmpty,
            let hall = fullestHallWithRoom(includesDistant: true, in: near)
                ?? hallToOpen(mayBeDistant: true, in: near)
        {
            return hall
        }
        return fullestHallWithRoom(includesDistant: isSender)
            ?? hallToOpen(mayBeDistant: isSender) ?? emptiest
    }

    /// True if new halls are opened in other shards.
    private var isSpreading: Bool { shards.isDivided && places.count >= limits.spread }

    /// True if a hall in another shard is occupied, but less than half full.
    private var hasQuietHall: Bool {
        distant.values.contains { $0.people > 0 && $0.people < limits.size / 2 }
    }

    private func canAdmit(_ wish: RequestedHallWithReason, at number: HallNumber) -> Bool {
        guard let people = halls[number]?.people ?? distant[number]?.people else { return false }
        return switch wish {
        case .any, .unaware: false
        case .named: people < limits.extended
        // The hall's server does not know about the offer.
        case .offered where !shards.isOwn(number): people < limits.extended
        // A player who returns to a seat was counted before, so the hall may be full. But a client
        // may claim a seat that it does not have, so there is still a limit.
        case .back, .toWatch, .offered: people < limits.spectators
        }
    }

    /// Returns the fullest hall with room in the shards of `part`, to keep players together; nil if
    /// all are full. Among equally full halls, returns the lowest number. If `includesDistant`,
    /// halls in other shards are considered, too.
    private func fullestHallWithRoom(includesDistant: Bool, in part: ShardSet = .all)
        -> HallNumber?
    {
        var best: (people: Int, number: HallNumber)?
        func consider(_ number: HallNumber, _ people: Int) {
            guard people < limits.size, part.containsShard(shards.shard(of: number)) else { return }
            let isWorse = best.map { ($0.people, number) >= (people, $0.number) } ?? false
            if !isWorse { best = (people, number) }
        }
        for (number, hall) in halls where number != .first || hall.own < limits.ownInFirst {
            consider(number, hall.people)
        }
        if includesDistant { for (number, hall) in distant { consider(number, hall.people) } }
        return best?.number
    }

    /// Returns a closed hall to open; nil if there is none. Usually the hall is on this server.
    ///
    /// If `mayBeDistant`, and this server has many people or no closed hall, the hall is in the
    /// other shard of `part` with the fewest people. Among equal shards, the last one is chosen,
    /// because other servers get the last shards first.
    private func hallToOpen(mayBeDistant: Bool, in part: ShardSet = .all) -> HallNumber? {
        let own = firstClosedHall(in: shards.own)
        guard mayBeDistant, shards.isDivided, own == nil || isSpreading else { return own }
        var people = [Int](repeating: 0, count: shards.count)
        for (number, hall) in distant { people[shards.shard(of: number)] += hall.people }
        let others = (0..<shards.count).filter { $0 != shards.own && part.containsShard($0) }
            .sorted { (people[$0], $1) < (people[$1], $0) }
        return others.lazy.compactMap(firstClosedHall).first ?? (part == .all ? own : nil)
    }

    private func firstClosedHall(in shard: Int) -> HallNumber? {
        shards.halls(of: shard).first { halls[$0] == nil && distant[$0] == nil }
    }

    /// The open hall on this server with the fewest people; if no hall is open, the lowest closed
    /// hall.
    private var emptiest: HallNumber {
        halls.min { ($0.value.people, $0.key) < ($1.value.people, $1.key) }?.key
            ?? firstClosedHall(in: shards.own) ?? .first
    }

    /// Opens a hall of this server that has seats from before the server's start, unless the hall
    /// is already open. A hall that stays empty closes.
    package mutating func reopenHallWithEarlierSeats(_ hall: HallNumber, at now: Instant) {
        guard halls[hall] == nil, shards.isOwn(hall) else { return }
        halls[hall] = Hall(emptySince: now)
        scheduleHallClosing(at: now)
    }

    /// Records a report about a hall of another shard. `people` is nil if the hall has closed. Does
    /// nothing for a hall of this server.
    package mutating func recordReport(_ people: Int?, in hall: HallNumber, at made: Instant) {
        guard !shards.isOwn(hall) else { return }
        // If a client was sent more than `HallLimits.travel` before the report, the client has
        // arrived, and the report includes it.
        let sent = (distant[hall]?.sent ?? []).filter { made - $0 < HallLimits.travel }
        guard people != nil || !sent.isEmpty else { return distant[hall] = nil }
        distant[hall] = DistantHall(reported: people ?? 0, sent: sent, heardAt: made)
        forgetsAt = sooner(forgetsAt, made + HallLimits.memory)
    }

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

    /// Closes halls that were empty for long enough, and forgets distant halls without a recent
    /// report. Returns the numbers of all these halls.
    @discardableResult
    package mutating func closeAndForgetIdleHalls(at now: Instant) -> [HallNumber] {
        (closeEmptyHalls(at: now) + forgetSilentHalls(at: now)).sorted()
    }

    private mutating func closeEmptyHalls(at now: Instant) -> [HallNumber] {
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

/// The number of a hall: from 1, in decimal digits without leading zeros.
package struct HallNumber: RawRepresentable, Hashable, Codable, Comparable, Sendable {
    /// The hall of programs without support for halls.
    package static let first = HallNumber(1)
    /// The highest number. No server has connections for more halls.
    package static let most = 9_999

    package let rawValue: Int

    private init(_ rawValue: Int) {
        self.rawValue = rawValue
    }

    package init?(rawValue: Int) {
        guard (1...Self.most).contains(rawValue) else { return nil }
        self.init(rawValue)
    }

    /// Reads a number from another program; nil if it is not valid.
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

/// The limits on the number of people in a hall, and the time that an empty hall stays open.
package struct HallLimits: Hashable, Codable, Sendable {
    /// The number of people that makes a hall full for players who name no hall.
    package let size: Int
    /// The maximum number of programs without support for halls in one hall. The home server places
    /// such programs in the first hall.
    package let strangers: Int
    /// The number of people that makes a hall full for spectators, for players who return, and for
    /// players with an offer by the hall's server.
    package let spectators: Int
    /// The time until an empty hall closes. It is longer than the time that a seat is kept.
    package let closing: Duration
    /// The number of people on the home server that makes it open new halls in other shards.
    package let spread: Int

    /// The time for a client that was sent to another shard to arrive and to be reported.
    static let travel = Duration.seconds(2)
    /// The time without a report until a hall in another shard is forgotten.
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

    /// The number of people that makes a hall full for players who name the hall.
    package var extended: Int { size + max(size / 5, 1) }

    /// The number of programs with support for halls that makes the first hall full for more of
    /// them. The rest is for programs without such support, because the home server places those in
    /// no other hall.
    package var ownInFirst: Int { size / 2 }
}

/// A client's request for a hall, with the reason.
package enum RequestedHallWithReason: Hashable, Sendable {
    case any
    /// The request of a program that does not support halls.
    case unaware
    /// The hall of the seat that the program claims to have.
    case back(HallNumber)
    /// The hall of a player whom the user wants to meet.
    case named(HallNumber)
    /// The hall of a match that the user wants to watch.
    case toWatch(HallNumber)
    /// The hall that the server offered, because an opponent waits there.
    case offered(HallNumber)

    var hall: HallNumber? {
        switch self {
        case .any, .unaware: nil
        case .back(let hall), .named(let hall), .toWatch(let hall), .offered(let hall): hall
        }
    }
}

extension HallSharding {
    package func shard(of hall: HallNumber) -> Int { (hall.rawValue - 1) % count }

    package func isOwn(_ hall: HallNumber) -> Bool { shard(of: hall) == own }

    package func areInSameShard(_ one: HallNumber, _ other: HallNumber) -> Bool {
        shard(of: one) == shard(of: other)
    }

    func halls(of shard: Int) -> some Sequence<HallNumber> {
        stride(from: shard + 1, through: HallNumber.most, by: count).lazy
            .compactMap { HallNumber(rawValue: $0) }
    }
}
