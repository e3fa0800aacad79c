package import SimperiumClock

/// How many connections there may be, in all and from one address, and how many there are.
package final class Admission {
    /// Beside those with connections, so many addresses are remembered before any is forgotten.
    private static let rememberedAddresses = 1_000
    /// Fewer connections say nothing about where most come from.
    private static let fewest = 50

    private let limit: Int
    private let limitPerAddress: Int
    /// What each address may send, and have made for it, in kibibytes; nil for an entrance where no
    /// address has a share of its own.
    private let pace: RateLimit?
    package private(set) var count = 0
    private var accounts: [[UInt8]: AddressAccount] = [:]
    /// Hears once if most connections come from one address, and from which.
    package var onCrowd: ((SocketAddress) -> Void)?

    package init(limit: Int, limitPerAddress: Int, pace: RateLimit? = nil) {
        self.limit = limit
        self.limitPerAddress = limitPerAddress
        self.pace = pace
    }

    /// Nil if there are too many already. A proxy's own connections have the limit in all only,
    /// because many clients share them.
    func admit(_ address: SocketAddress, isProxy: Bool = false, at now: Instant) -> Pass? {
        guard count < limit else { return nil }
        guard isProxy else { return pass(from: address, at: now) }
        count += 1
        return Pass(self, AddressAccount(nil))
    }

    /// Counts a connection from now on as that of the client for whom a proxy speaks. False if
    /// there are too many from there, and then nothing is done.
    package func recount(_ connection: TCPConnection, as client: SocketAddress) -> Bool {
        guard let pass = pass(from: client, at: connection.now) else { return false }
        connection.pass = pass
        connection.peer = client
        return true
    }

    private func pass(from address: SocketAddress, at now: Instant) -> Pass? {
        let addressPrefix = address.addressPrefix
        let account = accounts[addressPrefix] ?? AddressAccount(pace)
        let neighbours = account.connections
        guard neighbours < limitPerAddress else { return nil }
        if neighbours >= Self.fewest, neighbours * 2 > count { onCrowd.take()?(address) }
        if accounts.count > count + Self.rememberedAddresses { forgetIdle(at: now) }
        count += 1
        account.connections += 1
        account.charge(kibibytes: AddressAccount.connectionPrice, at: now)
        accounts[addressPrefix] = account
        return Pass(self, account)
    }

    /// An address that came back would have its whole allowance anew, so those stay that owe.
    private func forgetIdle(at now: Instant) {
        accounts = accounts.filter { $0.value.connections > 0 || !$0.value.owesNothing(at: now) }
    }

    fileprivate func release(_ account: AddressAccount) {
        count -= 1
        account.connections -= 1
    }
}

/// What the connections of one address have in common.
final class AddressAccount {
    /// What a connection costs as soon as it is let in, as if so much had been sent, so that nobody
    /// keeps the loop busy by coming and going.
    static let connectionPrice = 4
    /// What its encryption costs beside that.
    static let handshakePrice = 128

    /// What a connection is given time for when its turn comes.
    private static let portion = 64

    private var pace: RateLimit?
    /// When the turn comes of the connection that had to wait last.
    private var lastTurn = Instant.start
    fileprivate(set) var connections = 0

    fileprivate init(_ pace: RateLimit?) {
        self.pace = pace
    }

    /// Whether each address has a share of its own where the connections came in.
    var hasShare: Bool { pace != nil }

    /// Whether more may be taken of the address.
    func isOpen(at now: Instant) -> Bool {
        guard let pace else { return true }
        return pace.wait(at: now) <= .zero
    }

    /// When a connection that must wait is to try again: one after the other, for if all did so at
    /// once, all but one would do it in vain.
    func takeTurn(at now: Instant) -> Instant {
        guard let pace else { return now }
        lastTurn = max(lastTurn + pace.span(of: Self.portion), pace.opensAt, now)
        return lastTurn
    }

    /// Has the address pay for what was taken of it, or made for it.
    func charge(kibibytes: Int, at now: Instant) {
        pace?.charge(kibibytes, at: now)
    }

    fileprivate func owesNothing(at now: Instant) -> Bool { pace?.isFull(at: now) ?? true }
}

/// One admitted connection. It is given back when the connection lets go of it, or before.
final class Pass {
    private let admission: Admission
    let account: AddressAccount
    private var isGivenBack = false

    fileprivate init(_ admission: Admission, _ account: AddressAccount) {
        self.admission = admission
        self.account = account
    }

    deinit {
        giveBack()
    }

    /// Makes room for another connection while this one is still being read away.
    func giveBack() {
        guard !isGivenBack else { return }
        isGivenBack = true
        admission.release(account)
    }
}
