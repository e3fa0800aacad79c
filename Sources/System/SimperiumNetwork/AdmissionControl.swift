package import SimperiumClock

/// The limits on connections, in all and for each address, and their present numbers.
package final class AdmissionControl {
    /// The most addresses without connections that are remembered.
    private static let rememberedAddresses = 1_000
    /// The fewest connections that show where most come from.
    private static let fewest = 50

    private let limit: Int
    private let limitPerAddress: Int
    /// The allowed input and work for each address, in kibibytes; nil at a listener without shares.
    private let pace: RateLimit?
    package private(set) var count = 0
    private var accounts: [[UInt8]: AddressAccount] = [:]
    /// Called once if most connections come from one address, with that address.
    package var onCrowd: ((SocketAddress) -> Void)?

    package init(limit: Int, limitPerAddress: Int, pace: RateLimit? = nil) {
        self.limit = limit
        self.limitPerAddress = limitPerAddress
        self.pace = pace
    }

    /// Admits a connection. Returns nil if there are too many. A proxy's own connections have only
    /// the limit in all, because many clients share them.
    func admit(_ address: SocketAddress, isProxy: Bool = false, at now: Instant) -> AdmissionPass? {
        guard count < limit else { return nil }
        guard isProxy else { return pass(from: address, at: now) }
        count += 1
        return AdmissionPass(self, AddressAccount(nil))
    }

    /// Counts a connection as that of a proxy's client from now on. Returns false, without an
    /// effect, if that client has too many connections.
    package func reassign(_ connection: TCPConnection, as client: SocketAddress) -> Bool {
        guard let pass = pass(from: client, at: connection.now) else { return false }
        connection.pass = pass
        connection.peer = client
        connection.isProxy = false
        return true
    }

    /// Counts a connection that another node relays as if its client, or a client's proxy, had come
    /// here. Returns false, without an effect, if there are too many.
    package func admit(
        _ connection: TCPConnection, relayedFor client: SocketAddress, isProxy: Bool
    ) -> Bool {
        guard let pass = admit(client, isProxy: isProxy, at: connection.now) else { return false }
        connection.pass = pass
        connection.peer = client
        connection.isProxy = isProxy
        return true
    }

    private func pass(from address: SocketAddress, at now: Instant) -> AdmissionPass? {
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
        return AdmissionPass(self, account)
    }

    /// Forgets idle addresses. An address in debt stays, because a new account would have a full
    /// allowance.
    private func forgetIdle(at now: Instant) {
        accounts = accounts.filter { $0.value.connections > 0 || !$0.value.owesNothing(at: now) }
    }

    fileprivate func release(_ account: AddressAccount) {
        count -= 1
        account.connections -= 1
    }
}

/// The account that all connections of one address share.
final class AddressAccount {
    /// The price of a new connection, in kibibytes. Without it, connecting again and again would
    /// keep the loop busy.
    static let connectionPrice = 4
    /// The extra price of a TLS handshake.
    static let handshakePrice = 128

    /// The kibibytes that the address recovers between the turns of two waiting connections.
    private static let portion = 64

    private var pace: RateLimit?
    /// The time of the last waiting connection's turn.
    private var lastTurn = Instant.start
    fileprivate(set) var connections = 0

    fileprivate init(_ pace: RateLimit?) {
        self.pace = pace
    }

    /// True if each address has a share of its own at this listener.
    var hasShare: Bool { pace != nil }

    /// Returns true if the address may send more.
    func canSend(at now: Instant) -> Bool {
        guard let pace else { return true }
        return pace.wait(at: now) <= .zero
    }

    /// Returns the time when a waiting connection may try again. Each connection gets a different
    /// time: if all tried at once, all but one would fail.
    func reserveRetryTime(at now: Instant) -> Instant {
        guard let pace else { return now }
        lastTurn = max(lastTurn + pace.recoveryTime(of: Self.portion), pace.opensAt, now)
        return lastTurn
    }

    /// Charges the address for input, or for work.
    func charge(kibibytes: Int, at now: Instant) {
        pace?.charge(kibibytes, at: now)
    }

    fileprivate func owesNothing(at now: Instant) -> Bool {
        pace?.hasFullAllowance(at: now) ?? true
    }
}

/// One admitted connection. The pass is given back when the connection releases it, or before.
final class AdmissionPass {
    private let admission: AdmissionControl
    let account: AddressAccount
    private var isGivenBack = false

    fileprivate init(_ admission: AdmissionControl, _ account: AddressAccount) {
        self.admission = admission
        self.account = account
    }

    deinit {
        giveBack()
    }

    /// Gives the pass back early, so that another connection has room while the input of this one
    /// is discarded.
    func giveBack() {
        guard !isGivenBack else { return }
        isGivenBack = true
        admission.release(account)
    }
}
