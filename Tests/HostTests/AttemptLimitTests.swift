import GameHost
import Host
import Lobby
import SimperiumClock
import SimperiumWebWire
import SimperiumWire
import Testing

@Suite("Limits on attempts")
struct AttemptLimitTests {
    private static let key = LobbyCredentials.token
    private static let right = #"{"username":"kim","password":"correct horse"}"#

    private static func guess(_ name: String = "kim") -> String {
        #"{"username":"\#(name)","password":"wrong horse"}"#
    }

    /// Returns the number of guesses that are checked in a day, tried at most once a second.
    private func guesses(
        in host: inout TestHost, _ next: (Int) -> (name: String, address: Int)
    ) -> Int {
        var (count, tries) = (0, 0)
        let end = host.now + .seconds(86_400)
        while host.now < end {
            let (name, address) = next(tries)
            tries += 1
            let origin = CallerAddress(
                address: "192.0.2.1",
                addressPrefix: [10, 0, UInt8(address >> 8), UInt8(address & 255)])
            let status = host.sign(name, "wrong horse", from: origin)
            if status == 401 { count += 1 } else { host.wait(.seconds(10)) }
        }
        return count
    }

    @Test("S90: Guesses at a name from one address are slow: 120 a day")
    func oneAddress() {
        var host = TestHost()
        _ = host.enrol("kim")
        let count = guesses(in: &host) { _ in ("kim", 7) }
        #expect((90...120).contains(count), "\(count)")
    }

    @Test("S90: So are guesses from 1,000 addresses at one name")
    func thousandAddresses() {
        var host = TestHost()
        _ = host.enrol("kim")
        let count = guesses(in: &host) { ("kim", $0 % 1_000) }
        #expect((90...120).contains(count), "\(count)")
    }

    @Test("S90: And guesses from one address at 1,000 names: 130 a day")
    func thousandNames() {
        var host = TestHost()
        let count = guesses(in: &host) { ("k\($0 % 1_000)", 7) }
        #expect((100...130).contains(count), "\(count)")
    }

    @Test("S90: A taken name at sign-up counts against the address, not against the name")
    func takenNames() {
        var host = TestHost()
        _ = host.enrol("kim")
        host.address = 7
        let statuses = (0..<25).map { _ in
            host.game(.post, "create/", Self.right, key: Self.key).status
        }
        #expect(statuses.prefix(20).allSatisfy { $0 == 409 } && statuses.last == 429)
        host.address = 8
        host.expectGame(200, .post, "authorize/", Self.right, key: Self.key)
    }

    @Test("S90: A sign-in to one's own account refunds only the cost of its own name")
    func ownAccount() {
        var host = TestHost()
        _ = host.enrol("mine")
        let mine = #"{"username":"mine","password":"correct horse"}"#
        var statuses: [Int] = []
        for number in 0..<25 {
            statuses.append(
                host.game(.post, "authorize/", Self.guess("k\(number)"), key: Self.key).status)
            if number % 5 == 0, statuses.last != 429 {
                host.expectGame(200, .post, "authorize/", mine, key: Self.key)
            }
        }
        #expect(statuses.last == 429)
    }

    @Test("S90: Concurrent sign-ups are charged at once, and failed ones are refunded")
    func parallelSignUps() {
        var host = TestHost { $0.limits.passwords.perAddress = 100 }
        host.isHashingSlow = true
        let calls = (0..<25).map { number in
            host.begin(
                .post, "/1/tictactoe/create/", ["X-Simperium-API-Key": Self.key],
                body: #"{"username":"k\#(number)","password":"correct horse"}"#)
        }
        for _ in calls { host.finishHashing() }
        let made = calls.filter { host.answer(to: $0).status == 200 }
        #expect(made.count == 20)
        host = TestHost { $0.people.signUps = 1 }
        _ = host.enrol("kim")
        host.address = 2
        host.expectGame(409, .post, "create/", Self.right, key: Self.key)
        host.expectGame(200, .post, "create/", Self.guess("lin"), key: Self.key)
    }

    @Test("S90: A known address stays known after a restart of the server")
    func knownPlaces() {
        var host = TestHost()
        _ = host.enrol("kim")
        host.address = 7
        host.expectGame(200, .post, "authorize/", Self.right, key: Self.key)
        host = TestHost(store: host.store, accounts: host.accounts)
        for address in 20..<40 {
            host.address = UInt8(address)
            _ = host.game(.post, "authorize/", Self.guess(), key: Self.key)
        }
        host.expectGame(429, .post, "authorize/", Self.right, key: Self.key)
        host.address = 7
        host.expectGame(200, .post, "authorize/", Self.right, key: Self.key)
    }

    @Test("S90: Accounts by keys count against the guest's address")
    func keys() {
        var host = TestHost {
            $0.game?.doorToken = Token(TestHost.doorToken)
            $0.people.signUps = 2
        }
        func create(_ number: Int, from guest: String) -> Int {
            host.ask(
                .post, "/1/tictactoe/create/",
                ["X-Simperium-API-Key": TestHost.doorToken, "X-Simperium-Guest": guest],
                body: #"{"provider":"ssh","key":"SHA256:key\#(number)00","username":"k\#(number)"}"#
            ).status
        }
        let statuses = (0..<4).map { create($0, from: "203.0.113.5") }
        #expect(statuses == [200, 200, 429, 429])
        #expect(create(9, from: "203.0.113.6") == 200)
    }

    @Test("S90: The passwords of each address are checked in turn")
    func fairness() {
        var host = TestHost()
        host.isHashingSlow = true
        func begin(_ address: UInt8, _ name: String) -> CallID {
            host.address = address
            return host.begin(
                .post, "/1/tictactoe/authorize/", ["X-Simperium-API-Key": Self.key],
                body: Self.guess(name))
        }
        let flood = (0..<9).map { begin(1, "k\($0)") }
        let honest = (2...4).map { begin(UInt8($0), "kim") }
        // One is being hashed, and eight wait.
        let more = begin(1, "more")
        #expect(host.answer(to: more).status == 503)
        // The first password of the flood is being checked, and the second was first in the queue.
        for _ in 0..<5 { host.finishHashing() }
        #expect(honest.allSatisfy { host.answer(to: $0).status == 401 })
        #expect(flood.filter { host.answer(to: $0).status == 401 }.count == 2)
        for _ in 0..<7 { host.finishHashing() }
        #expect(flood.allSatisfy { host.answer(to: $0).status == 401 })
    }

    @Test("S90: Passwords of ssh guests are queued by the guest's address")
    func guestsPasswords() {
        var host = TestHost { $0.game?.doorToken = Token(TestHost.doorToken) }
        host.isHashingSlow = true
        func begin(_ guest: String, _ name: String) -> CallID {
            host.begin(
                .post, "/1/tictactoe/authorize/",
                ["X-Simperium-API-Key": TestHost.doorToken, "X-Simperium-Guest": guest],
                body: Self.guess(name))
        }
        let flood = (0..<10).map { begin("203.0.113.5", "k\($0)") }
        let honest = begin("203.0.113.6", "kim")
        #expect(host.answer(to: flood[9]).status == 503)
        #expect(host.answer(to: honest).status == 0)
        // The first password of the flood is being checked, and the second was first in the queue.
        for _ in 0..<3 { host.finishHashing() }
        #expect(host.answer(to: honest).status == 401)
    }
}
