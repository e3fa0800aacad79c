package import SimperiumWire

/// What is to be known of all halls at once: in which of them somebody may be found, and how many
/// are in each.
///
/// A hint is written after the deed, once at least, and proves nothing: who follows one looks into
/// that hall, and takes the hint away if it was wrong. So nothing waits for this, and nothing is
/// lost with it but the time to look. What a server wrote that is no more goes with it.
package struct HallDirectory<Server: Hashable & Sendable>: Sendable {
    package typealias Trace = HallTrace<Server>

    /// So many traces one hint has at most: many people have the same name, or none.
    package static var mostTraces: Int { 20 }

    private var traces: [HallHint: [Trace]] = [:]
    /// What each server's own clients are in each hall.
    private var counts: [HallNumber: [Server: Census]] = [:]

    package init() {}

    /// How many hints there are.
    package var count: Int { traces.count }

    package mutating func add(_ hint: HallHint, _ trace: Trace) {
        let others = traces[hint] ?? []
        guard others.count < Self.mostTraces, !others.contains(trace) else { return }
        traces[hint] = others + [trace]
    }

    package mutating func remove(_ hint: HallHint, _ trace: Trace) {
        drop(hint) { $0 == trace }
    }

    /// The first of the traces that leads to what is looked for, those in a hall of one's own
    /// before all others. Those that lead nowhere are taken away.
    package mutating func find(
        _ hint: HallHint, from own: HallNumber?, isThere: (Trace) -> Bool
    ) -> Trace? {
        let lying = (traces[hint] ?? []).filter { !isThere($0) }
        if !lying.isEmpty { drop(hint, where: lying.contains) }
        let found = traces[hint] ?? []
        return found.first { $0.hall == own } ?? found.min { $0.hall < $1.hall }
    }

    /// Forgets what a server wrote that is no more.
    package mutating func bury(_ server: Server) {
        dropAll { $0.server == server }
        for hall in counts.keys { set(nil, of: server, in: hall) }
    }

    /// Forgets a hall that is closed.
    package mutating func close(_ hall: HallNumber) {
        dropAll { $0.hall == hall }
        counts[hall] = nil
    }

    private mutating func dropAll(where isMeant: (Trace) -> Bool) {
        for hint in traces.keys { drop(hint, where: isMeant) }
    }

    private mutating func drop(_ hint: HallHint, where isMeant: (Trace) -> Bool) {
        guard var found = traces[hint] else { return }
        found.removeAll(where: isMeant)
        traces[hint] = found.isEmpty ? nil : found
    }
}

extension HallDirectory {
    /// Takes in how many clients of a server are in a hall, and what they do.
    package mutating func set(_ census: Census?, of server: Server, in hall: HallNumber) {
        counts[hall, default: [:]][server] = census == Census() ? nil : census
        if counts[hall]?.isEmpty == true { counts[hall] = nil }
    }

    /// All who are in a hall.
    package func census(of hall: HallNumber) -> Census {
        (counts[hall] ?? [:]).values.reduce(Census(), +)
    }

    /// All who are in any hall.
    package var census: Census {
        counts.values.flatMap(\.values).reduce(Census(), +)
    }

    /// The halls in which anybody is.
    package var halls: [HallNumber] { counts.keys.sorted() }

    /// The next halls with live matches behind one, as a list of matches turns its pages.
    package func page(after hall: HallNumber?, atMost count: Int = 20) -> [HallNumber] {
        let halls = counts.keys.filter { number in
            (hall.map { number > $0 } ?? true) && census(of: number).matches > 0
        }
        return Array(halls.sorted().prefix(max(count, 0)))
    }
}

extension Census {
    package static func + (one: Census, other: Census) -> Census {
        var sum = one
        sum.here += other.here
        sum.free += other.free
        sum.playing += other.playing
        sum.watching += other.watching
        sum.away += other.away
        sum.matches += other.matches
        return sum
    }
}

/// By what somebody or something in a lobby of many halls is looked for.
package enum HallHint: Hashable, Sendable {
    /// Who is called so, or looks as if.
    case name(NameSkeleton)
    /// Who is signed in to an account.
    case account(String)
    /// Whoever shows a code.
    case code(JoinCode)
    case match(ObjectKey)
}

extension HallHint {
    /// By what the person of a Player is found.
    package static func hints(to player: Player) -> [HallHint] {
        var hints: [HallHint] = []
        if let name = player.name, !player.isHidden { hints.append(.name(NameSkeleton(name))) }
        if let user = player.user { hints.append(.account(user)) }
        if let code = player.code, player.mode == .open { hints.append(.code(code)) }
        return hints
    }
}

/// Where a hint leads: an object of a hall, and the server whose client owned it.
package struct HallTrace<Server: Hashable & Sendable>: Hashable, Sendable {
    package let hall: HallNumber
    package let key: ObjectKey
    package let server: Server

    package init(_ key: ObjectKey, in hall: HallNumber, by server: Server) {
        self.hall = hall
        self.key = key
        self.server = server
    }
}
