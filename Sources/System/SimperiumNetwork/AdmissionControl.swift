package import SimperiumClock

/// The limits on the number of connections, in total and for each address, and the current numbers.
package final class AdmissionControl {
    /// The number of addresses without connections that are kept before any of them is forgotten.
    private static let rememberedAddresses = 1_000
    /// The minimum number of connections from one address for a call of `onMajorityAddress`.
    private static let leastForMajority = 50

    private let limit: Int
    private let limitPerAddress: Int
    /// The rate limit of each address for input and work, in kibibytes; nil if addresses have none.
    private let pace: RateLimiter?
    package private(set) var count = 0
    private var accounts: [[UInt8]: AddressAccount] = [:]
    /// Called at most once, with an address that has more than half of the connections, and at
    /// least `leastForMajority`.
    package var onMajorityAddress: ((SocketAddress) -> Void)?

    package init(limit: Int, limitPerAddress: Int, pace: RateLimiter? = nil) {
        self.limit = limit
        self.limitPerAddress = limitPerAddress
        self.pace = pace
    }

    /// Admits a connection; returns nil if there are too many. Only the total limit applies to a
    /// proxy's own connections, because many clients share them.
    func admit(_ address: SocketAddress, isProxy: Bool = false, at now: Instant) -> AdmissionPass? {
        guard count < limit else { return nil }
        guard isProxy else { return admitWithinAddressLimit(from: address, at: now) }
        count += 1
        return AdmissionPass(self, AddressAccount(nil))
    }

    /// Counts a proxy's connection for the proxy's client from now on, and makes the client the
    /// connection's peer. Returns false and changes nothing if the client's address has too many
    /// connections.
    package func reassign(_ connection: TCPConnection, as client: SocketAddress) -> Bool {
        guard let pass = admitWithinAddressLimit(from: client, at: connection.now) else {
            return false
        }
        connection.count(by: pass, as: client, isProxy: false)
        return true
    }

    /// Counts a connection that another node relays for `client`. `isProxy` is true if the client
    /// is a proxy. Returns false and changes nothing if there are too many connections.
    package func admit(
        _ connection: TCPConnection, relayedFor client: SocketAddress, isProxy: Bool
    ) -> Bool {
        guard let pass = admit(client, isProxy: isProxy, at: connection.now) else { return false }
        connection.count(by: pass, as: client, isProxy: isProxy)
        return true
    }

    private func admitWithinAddressLimit(from address: SocketAddress, at now: Instant)
        -> AdmissionPass?
    {
        let addressPrefix = address.addressPrefix
        let account = accounts[addressPrefix] ?? AddressAccount(pace)
        let neighbours = account.connections
        guard neighbours < limitPerAddress else { return nil }
        if neighbours >= Self.leastForMajority, neighbours * 2 > count {
            onMajorityAddress.take()?(address)
        }
        if accounts.count > count + Self.rememberedAddresses { forgetIdleAddresses(at: now) }
        count += 1
        account.connections += 1
        account.chargeInputOrWork(kibibytes: AddressAccount.connectionPrice, at: now)
        accounts[addressPrefix] = account
        return AdmissionPass(self, account)
    }

    /// Forgets addresses without connections. An address is kept until its allowance is full again,
    /// because a new account would start with a full one.
    private func forgetIdleAddresses(at now: Instant) {
        accounts = accounts.filter { $0.value.connections > 0 || !$0.value.owesNothing(at: now) }
    }

    fileprivate func decrementConnectionCounts(_ account: AddressAccount) {
        count -= 1
        account.connections -= 1
    }
}

/// The account that all connections from one address share: their number and their rate limit.
final class AddressAccount {
    /// The price of a new connection, in kibibytes. Without this price, a client that reconnects
    /// all the time would keep the loop busy.
    static let connectionPrice = 4
    /// The extra price of a TLS handshake, in kibibytes.
    static let handshakePrice = 128

    /// The allowance in kibibytes that an address regains between the retries of two waiting
    /// connections.
    private static let portion = 64

    private var pace: RateLimiter?
    /// The latest retry time that a waiting connection has reserved.
    private var lastRetryTime = Instant.start
    fileprivate(set) var connections = 0

    fileprivate init(_ pace: RateLimiter?) {
        self.pace = pace
    }

    var hasRateLimit: Bool { pace != nil }

    func isInputAllowed(at now: Instant) -> Bool {
        guard let pace else { return true }
        return pace.wait(at: now) <= .zero
    }

    /// Reserves and returns the time when a waiting connection may try again; `now` without a rate
    /// limit. Each connection gets a different time, because if all connections tried at once, all
    /// but one would fail.
    func reserveRetryTime(at now: Instant) -> Instant {
        guard let pace else { return now }
        let next = lastRetryTime + pace.recoveryTime(of: Self.portion)
        lastRetryTime = max(next, pace.nextUseAt, now)
        return lastRetryTime
    }

    func chargeInputOrWork(kibibytes: Int, at now: Instant) {
        pace?.charge(kibibytes, at: now)
    }

    fileprivate func owesNothing(at now: Instant) -> Bool {
        pace?.hasFullAllowance(at: now) ?? true
    }
}

/// The admission of one connection. It counts toward the limits. The pass is given back by
/// `giveBack`, or at the latest when it is released.
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

    /// Gives the pass back early, so that another connection can be admitted while the input of
    /// this connection is discarded.
    func giveBack() {
        guard !isGivenBack else { return }
        isGivenBack = true
        admission.decrementConnectionCounts(account)
    }
}
