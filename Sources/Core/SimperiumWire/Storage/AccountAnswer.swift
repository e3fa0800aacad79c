package enum AccountAnswer: Hashable, Sendable {
    case user(StoredUser?)
    case tokens([StoredToken])
}
