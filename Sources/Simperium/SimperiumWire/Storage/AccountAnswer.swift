package enum AccountAnswer: Hashable, Sendable {
    case user(StoredUser?)
    case tokens([StoredToken])
    case links([StoredLink])
    case users([StoredUser], hasMore: Bool)
}
