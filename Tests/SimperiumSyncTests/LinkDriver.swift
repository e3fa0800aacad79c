import SimperiumClock
import SimperiumSync
import SimperiumWire
import Testing

/// A `HubConnection` and its time, driven by a test that plays the shell and the hub.
struct LinkDriver {
    var connection: HubConnection
    var now = Instant.start
    /// The id of the last dial.
    var id = LinkID(rawValue: 0)
    let channel = ChannelNumber(rawValue: 1)

    init(_ pace: RedialPace = .lively, seed: UInt64 = 3) {
        connection = HubConnection(random: SeededRandom(seed: seed), pace: pace)
    }

    @discardableResult
    mutating func handle(_ event: HubConnection.Event) -> [LinkEffect] {
        let effects = connection.handle(event, at: now)
        for case .dial(let id, _) in effects { self.id = id }
        return effects
    }

    var untilDial: Duration { (connection.nextDeadline ?? .start) - now }

    func beat(_ number: Int) -> LinkEffect { .send([UInt8]("h:\(number)".utf8), on: id) }

    func promises(_ seconds: Int) -> LinkEffect {
        .send([UInt8](#"1:o:{"beat":\#(seconds)}"#.utf8), on: id)
    }

    /// Receives a frame: a heartbeat if `beat` is its number.
    @discardableResult
    mutating func receive(beat: Int? = nil) -> [LinkEffect] {
        let effects = handle(.link(.received([], on: id)))
        return beat.map { effects + handle(.receivedHeartbeat($0)) } ?? effects
    }

    mutating func connect() {
        handle(.start)
        handle(.link(.opened(id)))
    }

    /// Lets time pass without waking the connection.
    mutating func pass(_ span: Duration) { now = now + span }

    mutating func wait(_ span: Duration) -> [LinkEffect] { wait(until: now + span) }

    /// Waits until this number of seconds after the start.
    mutating func wait(until second: Int) -> [LinkEffect] {
        wait(until: .start + .seconds(second))
    }

    private mutating func wait(until end: Instant) -> [LinkEffect] {
        var effects: [LinkEffect] = []
        while let deadline = connection.nextDeadline, deadline <= end {
            now = max(now, deadline)
            effects += handle(.wake)
        }
        now = end
        return effects
    }

    /// Advances the time to the next deadline, and wakes the connection.
    @discardableResult
    mutating func wakeAtDeadline() -> [LinkEffect] {
        now = connection.nextDeadline ?? now
        return handle(.wake)
    }

    /// Answers each heartbeat for this time.
    mutating func answerHeartbeats(for span: Duration) {
        let end = now + span
        while now < end {
            now = now + .seconds(1)
            receive(beat: 1)
        }
    }

    mutating func timeOutAndReopen(dialling: Duration = .zero) {
        #expect(wait(.seconds(9)).contains(.hangUp(id, .abandoning)))
        reopen(dialling: dialling)
    }

    mutating func reopen(dialling: Duration = .zero) {
        handle(.link(.closed(id, .lost)))
        _ = wait(.seconds(1))
        pass(dialling)
        handle(.link(.opened(id)))
    }
}
