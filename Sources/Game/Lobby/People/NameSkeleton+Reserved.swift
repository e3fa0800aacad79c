extension NameSkeleton {
    /// Whether nobody may own such a name: it would be taken for the server's or its operator's, or
    /// for what people without a name are called.
    package var isReserved: Bool { Self.reserved.contains(self) }

    private static let reserved = Set(
        words.compactMap { try? PlayerName($0) }.map(NameSkeleton.init) + [.guest])

    private static let words = [
        "admin", "administrator", "anonymous", "anybody", "bot", "computer", "door", "expired",
        "gone", "guest", "guests", "host", "lobby", "me", "moderator", "nobody", "null",
        "official", "operator", "owner", "root", "server", "simperium", "somebody", "staff",
        "support", "sysop", "system", "tictactoe", "tic-tac-toe", "you",
    ]
}
