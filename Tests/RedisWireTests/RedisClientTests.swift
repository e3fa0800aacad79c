import RedisWire
import SimperiumClock
import Testing

@Suite("Redis client")
struct RedisClientTests {
    private static let start = Instant.start
    private static let master = wire("%0\n*3\n$6\nmaster\n:0\n*0\n")
    private static let replica = wire("%0\n*1\n$5\nslave\n")
    private static let first = RedisAddress(host: "a")
    private static let second = RedisAddress(host: "b", port: 7)
    private static let get = RedisRequest.command(RedisArguments("GET", "k"))
    private static let getBytes = wire("*2\n$3\nGET\n$1\nk\n")

    private func line(_ number: UInt64) -> RedisClient.RedisConnectionID {
        RedisClient.RedisConnectionID(rawValue: number)
    }

    private func id(_ number: UInt64) -> RedisRequestID { RedisRequestID(rawValue: number) }

    private func ready(_ addresses: [RedisAddress] = [first]) -> RedisClient {
        var client = RedisClient(to: addresses)
        _ = client.handle(.begin, at: Self.start)
        _ = client.handle(.opened(line(1)), at: Self.start)
        _ = client.handle(.received(line(1), Self.master), at: Self.start)
        return client
    }

    @Test("The client keeps the first address and sends requests there until its end")
    func stays() {
        var client = RedisClient(to: [Self.first, Self.second])
        #expect(client.handle(.begin, at: Self.start) == [.dial(line(1), Self.first)])
        #expect(!client.isReady)
        _ = client.handle(.opened(line(1)), at: Self.start)
        let effects = client.handle(.received(line(1), Self.master), at: Self.start)
        #expect(effects == [.ready(Self.first)] && client.isReady)
        #expect(
            client.handle(.ask(Self.get, id(1)), at: Self.start) == [.send(line(1), Self.getBytes)])
        #expect(
            client.handle(.received(line(1), wire("+v\n")), at: Self.start) == [
                .settled(id(1), .answered(.text("v")))
            ])

        // At the end all connections are closed, and no address is tried again.
        client = ready()
        _ = client.handle(.ask(Self.get, id(1)), at: Self.start)
        #expect(
            client.handle(.end, at: Self.start) == [.hangUp(line(1)), .settled(id(1), .lost)])
        #expect(client.nextDeadline == nil)
        #expect(client.handle(.ended(line(1)), at: Self.start) == [])
    }

    @Test(
        "S114 All addresses are tried in turn until one accepts writes, and again after a pause")
    func turns() {
        var client = RedisClient(to: [Self.first, Self.second])
        _ = client.handle(.begin, at: Self.start)
        #expect(
            client.handle(.ended(line(1)), at: Self.start) == [
                .unreachable(Self.first, nil), .dial(line(2), Self.second),
            ])
        _ = client.handle(.opened(line(2)), at: Self.start)
        #expect(
            client.handle(.received(line(2), Self.replica), at: Self.start) == [
                .hangUp(line(2)), .unreachable(Self.second, .replica),
            ])
        #expect(client.nextDeadline == Self.start + .milliseconds(100))
        #expect(client.handle(.wake, at: Self.start) == [])
        #expect(
            client.handle(.wake, at: Self.start + .milliseconds(100)) == [
                .dial(line(3), Self.first)
            ])
    }

    @Test("S114 The pause grows from 0.1 s to 2 s, and is short again after a greeting")
    func backoff() {
        var client = RedisClient(to: [Self.first])
        var now = Self.start
        var rests: [Duration] = []
        _ = client.handle(.begin, at: now)
        for number in 1...7 {
            _ = client.handle(.ended(line(UInt64(number))), at: now)
            guard let next = client.nextDeadline else { continue }
            rests.append(next - now)
            now = next
            _ = client.handle(.wake, at: now)
        }
        #expect(rests == [100, 200, 400, 800, 1_600, 2_000, 2_000].map { .milliseconds($0) })
        _ = client.handle(.opened(line(8)), at: now)
        _ = client.handle(.received(line(8), Self.master), at: now)
        _ = client.handle(.ended(line(8)), at: now)
        #expect(client.nextDeadline == now + .milliseconds(100))

        // A server that greets and hangs up is tried again, after a pause each time.
        client = ready([Self.first, Self.second])
        now = Self.start
        for number in UInt64(1)...3 {
            #expect(
                client.handle(.ended(line(number)), at: now) == [.broken(Self.first, nil)])
            now = now + .milliseconds(100)
            #expect(client.nextDeadline == now)
            #expect(
                client.handle(.wake, at: now) == [.dial(line(number + 1), Self.first)])
            _ = client.handle(.opened(line(number + 1)), at: now)
            _ = client.handle(.received(line(number + 1), Self.master), at: now)
        }
    }

    @Test("S113 Without a connection requests are unsent, and requests in flight are lost")
    func offline() {
        var client = RedisClient(to: [Self.first])
        #expect(
            client.handle(.ask(Self.get, id(1)), at: Self.start) == [.settled(id(1), .unsent)])
        client = ready()
        _ = client.handle(.ask(Self.get, id(2)), at: Self.start)
        #expect(
            client.handle(.ended(line(1)), at: Self.start) == [
                .settled(id(2), .lost), .broken(Self.first, nil),
            ])
    }
}
