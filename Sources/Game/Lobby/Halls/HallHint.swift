package import SimperiumWire

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
