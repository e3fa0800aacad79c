import Guests
import SimperiumClock
import Testing

@Suite("Limits of connections")
struct ConnectionLimiterTests {
    private let home: [UInt8] = [192, 168, 0, 1]
    private let now = Instant(milliseconds: 1_000)

    private func keeper(
        _ change: (inout ConnectionCountLimits) -> Void = { _ in }
    ) -> ConnectionLimiter {
        var limits = ConnectionCountLimits()
        change(&limits)
        return ConnectionLimiter(limits)
    }

    private func addressPrefix(_ number: Int) -> [UInt8] {
        [10, UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
    }

    @Test("An address has up to its number of connections, and all have theirs, until one leaves")
    func limits() throws {
        var keeper = keeper { limits in
            limits.guestsPerAddress = 3
            limits.guests = 5
        }
        for _ in 0..<3 { try keeper.admit(home, at: now) }
        #expect(throws: ConnectionLimiter.ExceededLimit.addressFull) {
            try keeper.admit(home, at: now)
        }
        try keeper.admit(addressPrefix(7), at: now)
        keeper.release(home)
        try keeper.admit(home, at: now)
        #expect(keeper.count == 4)

        try keeper.admit(addressPrefix(8), at: now)
        #expect(throws: ConnectionLimiter.ExceededLimit.full) {
            try keeper.admit(addressPrefix(9), at: now)
        }
    }

    @Test("A client that connects and leaves all the time has to wait, but not forever")
    func rate() throws {
        var keeper = keeper {
            $0.arrivalsAtOnce = 4
            $0.arrivalsPerMinute = 30
        }
        func visit(at instant: Instant) throws {
            try keeper.admit(home, at: instant)
            keeper.release(home)
        }
        for _ in 0..<4 { try visit(at: now) }

        #expect(throws: ConnectionLimiter.ExceededLimit.tooOften) { try visit(at: now) }
        #expect(throws: ConnectionLimiter.ExceededLimit.tooOften) {
            try visit(at: now + .milliseconds(1_999))
        }
        try visit(at: now + .milliseconds(2_000))
        #expect(throws: ConnectionLimiter.ExceededLimit.tooOften) {
            try visit(at: now + .milliseconds(2_001))
        }
        for _ in 0..<4 { try visit(at: now + .seconds(3_600)) }
    }

    @Test("The number of remembered addresses is limited, and connected ones are not forgotten")
    func forgetting() throws {
        var keeper = keeper {
            $0.rememberedAddresses = 100
            $0.arrivalsAtOnce = 1
            $0.guests = 1_000
        }
        try keeper.admit(home, at: now)
        for number in 1..<100 {
            try keeper.admit(addressPrefix(number), at: now)
            keeper.release(addressPrefix(number))
        }

        #expect(throws: ConnectionLimiter.ExceededLimit.full) {
            try keeper.admit(addressPrefix(100), at: now)
        }
        #expect(throws: ConnectionLimiter.ExceededLimit.tooOften) {
            try keeper.admit(addressPrefix(3), at: now)
        }
        for number in 1..<100 { try keeper.admit(addressPrefix(number), at: now + .seconds(60)) }
        #expect(keeper.count == 100)
        #expect(throws: ConnectionLimiter.ExceededLimit.full) {
            try keeper.admit(addressPrefix(100), at: now + .seconds(120))
        }
    }
}
