package import SimperiumClock
package import SimperiumWire

/// A random sequence of writes to a store of users: some are stale, some want a name or a key that
/// another user has.
package struct AccountStory {
    package var random: SeededRandom
    private var number = 0

    package init(_ random: SeededRandom) {
        self.random = random
    }

    /// The next write. `answer` reads the store's content before it.
    package mutating func write(_ answer: (AccountQuery) -> AccountQueryAnswer) -> AccountWrite {
        number += 1
        if random.chance(1, in: 10) {
            return .noteUse(of: .number(random.numberBelow(number + 1)), at: number)
        }
        let (id, app) = user()
        guard case .user(let current) = answer(.owner(id, app: app)),
            case .tokens(let tokens) = answer(.tokens(of: id, app: app)),
            case .links(let links) = answer(.links(of: id, app: app))
        else { preconditionFailure("another answer than was asked for") }
        var change = UserChange(
            of: id, in: app, from: base(current?.generation ?? 0), at: number)
        if random.chance(1, in: 5) {
            change.callerToken =
                random.pick(tokens)?.digest ?? .number(random.numberBelow(number + 1))
        }
        change.row = row(of: id, app, after: current?.generation ?? 0)
        if random.chance(1, in: 4) { change.addressPrefixes = places() }
        change.tokensToEnd = ended(tokens)
        if random.chance(1, in: 6) { change.linkToRemove = random.pick(links)?.id }
        let isThere = if case .put = change.row { true } else { current != nil }
        guard isThere, !change.endsUser else { return .change(change) }
        if random.chance(1, in: 2) { change.token = token(of: id, app) }
        if random.chance(1, in: 3) { change.link = link(of: id, app, change.token) }
        return .change(change)
    }

    package mutating func query() -> AccountQuery {
        let (id, app) = user()
        switch random.numberBelow(8) {
        case 0: return .user(folded: folded(), of: app)
        case 1: return .tokens(of: id, app: app)
        case 2: return .owner(id, app: app)
        case 3: return .keyHolder("key \(random.numberBelow(4))\n", app: app)
        case 4: return .links(of: id, app: app)
        case 5: return .users(of: app, after: random.pick(["", "u1 x"]) ?? "", atMost: 2)
        default: return .holder(of: .number(random.numberBelow(number + 1)))
        }
    }

    private mutating func user() -> (UserID, AppID) {
        let number = random.numberBelow(4)
        return (StorageScene.name("u@\(number)"), StorageScene.name("app\(number % 2)"))
    }

    private mutating func folded() -> String { "u\(random.numberBelow(3)) é" }

    private mutating func base(_ generation: Int) -> Int? {
        switch random.numberBelow(5) {
        case 0: nil
        case 1: random.numberBelow(3)
        default: generation
        }
    }

    private mutating func row(
        of id: UserID, _ app: AppID, after generation: Int
    ) -> UserChange.RowEdit {
        switch random.numberBelow(6) {
        case 0: return .removed
        case 1...2: return .unchanged
        default: break
        }
        var user = StoredUser(
            app: app, id: id, name: StorageScene.name("U \(number) é"), folded: folded(),
            password: random.chance(1, in: 4)
                ? nil : PasswordHash(cost: .standard, salt: [0, 1, 255], result: [7, 0]),
            since: 5, generation: generation + 1)
        user.addressPrefixes = places()
        switch random.numberBelow(6) {
        case 0: user.standing = .locked
        case 2: user.standing = .leaving
        case 1: user = user.anonymised(reservingNameUntil: number + random.numberBelow(20))
        default: break
        }
        return .put(user)
    }

    private mutating func places() -> [SignInAddressPrefix] {
        (0..<random.numberBelow(3)).map {
            SignInAddressPrefix([UInt8($0), UInt8(random.numberBelow(256))])
        }
    }

    private mutating func ended(_ tokens: [StoredToken]) -> UserChange.TokensToEnd {
        let one = random.pick(tokens)?.digest
        return switch random.numberBelow(6) {
        case 0: .all(but: one)
        case 1: .all(but: nil)
        case 2: .some([one ?? .number(number), .number(random.numberBelow(number + 1))])
        default: .none
        }
    }

    private mutating func token(of user: UserID, _ app: AppID) -> StoredToken {
        StoredToken(
            digest: .number(number), app: app, user: user, used: number,
            since: random.numberBelow(2),
            device: random.pick(["", "a desk"]) ?? "", address: random.pick(["", "::1"]) ?? "")
    }

    private mutating func link(
        of user: UserID, _ app: AppID, _ token: StoredToken?
    ) -> StoredDeviceLink {
        let proof: StoredDeviceLink.KeyOrToken =
            if let token, random.chance(1, in: 2) {
                .token(token.digest)
            } else {
                .key("key \(random.numberBelow(4))\n")
            }
        return StoredDeviceLink(
            app: app, user: user, id: "\(number)", device: number % 2 == 0 ? "" : "a desk",
            proof: proof, since: number)
    }
}

extension SecretDigest {
    package static func number(_ number: Int) -> SecretDigest {
        SecretDigest(bytes: [UInt8(number >> 8), UInt8(number & 255)])
    }
}
