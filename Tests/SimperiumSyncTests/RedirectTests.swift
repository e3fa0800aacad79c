import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing

@Suite("Redirects to the server of a hall")
struct RedirectTests {
    @Test("C97 A client that is sent to a hall hangs up, and dials again at once with its name")
    func firstEntry() {
        var program = Program()
        #expect(program.connect().map(\.hall) == [nil, nil, nil])
        let first = program.connection
        let effects = program.redirect(to: "18")
        #expect(effects == [.link(.hangUp(first, .abandoning)), .status(.connecting)] + .account)
        #expect(program.receive(1, Program.elsewhere("18")) == [], "it is a past connection's")
        #expect(program.close() == [.link(.dial(program.connection, hall: "18"))])
        #expect(program.connection != first)
        #expect(program.open().map(\.hall) == ["18", "18", nil])
        program.live()

        // A connection that breaks leads to the same hall again.
        program.close()
        #expect(program.wait(.seconds(2)) == "18")
        #expect(program.open().map(\.hall) == ["18", "18", nil])
    }

    @Test("The `init` after a redirect asks for the same session, hall and takeover")
    func session() {
        let seat = ResumeToken(Program.secret, number: 4, in: "18")
        var program = Program(seat: seat)
        let denied = program.connect()
        #expect(denied.first == Init("18", resume: "kept", seat: 4, takes: true))
        program.redirect(to: "18")
        program.close()
        #expect(program.open() == denied)
        program.receive(0, "auth:lobby")
        #expect(program.receive(0, #"o:{"resume":"kept","seat":5}"#).contains(.seat(.kept)))

        // A client without a session of its own asks for that of its account, after the account.
        program = Program()
        program.connect()
        program.live()
        program.sent = []
        program.handle(.become(name(ClientID("other")), takesSeat: true))
        #expect(program.sent.map(\.takes) == [true, true])
        program.redirect(on: 3, to: "18")
        program.close()
        #expect(program.open().map(\.takes) == [false], "the account's")
        program.sent = []
        program.receive(2, "auth:kim@example.org")
        #expect(program.sent.map(\.takes) == [true, true])
        #expect(program.sent.map(\.hall) == ["18", "18"])
    }

    @Test("A client that enters another hall on its connection is sent to that hall's server")
    func move() {
        var program = Program()
        program.connect()
        program.redirect(to: "18")
        program.close()
        program.open()
        program.live()
        program.sent = []
        let hall = RequestedHall("3", isToWatch: true)
        program.handle(.become(name(ClientID("other")), takesSeat: false, hall: hall))
        #expect(program.sent == [Init("3", watches: true), Init("3", watches: true)])
        program.redirect(on: 3, to: "3")
        #expect(program.close() == [.link(.dial(program.connection, hall: "3"))])
        let inits = program.open()
        #expect(inits == [Init("3", watches: true), Init("3", watches: true), Init(nil)])
        // The hall is full by now, and the server has chosen another one.
        program.redirect(to: "5")
        #expect(program.close() == [.link(.dial(program.connection, hall: "5"))])
        #expect(program.open().first == Init("5", watches: true))
    }

    @Test("A redirect without a name, or with one that is no name, leads to any server")
    func withoutName() {
        for text in ["", String(repeating: "1", count: 17)] {
            var program = Program(seat: ResumeToken(Program.secret, number: 4, in: "18"))
            let denied = program.connect()
            program.redirect(to: "18")
            program.close()
            program.open()
            program.redirect(to: text)
            #expect(program.close() == [.link(.dial(program.connection))])
            #expect(program.open() == denied)
        }
    }

    @Test("A client that does not redial, or an account's channel, takes it for any other refusal")
    func others() {
        for (redials, channel) in [(false, 0), (true, 2)] {
            var program = Program(redials: redials)
            program.connect()
            let id: SignInID = channel == 0 ? .main : .account
            let effects = program.redirect(on: channel, to: "18")
            #expect(effects.count == 1, "the program is told of the refusal: \(effects)")
            #expect(program.replica.status(of: id) == .authorizing)
            program.close()
            _ = program.wait(.seconds(2))
            #expect(program.hall == nil)
        }
    }

    @Test("More than four redirects within ten seconds are followed by the usual pause")
    func pingPong() {
        var link = LinkDriver()
        link.connect()
        for number in 0..<7 {
            let hall = number % 2 == 0 ? "18" : nil
            #expect(link.handle(.redirect(hall: hall)) == [.hangUp(link.id, .abandoning)])
            let dials = link.handle(.link(.closed(link.id, .lost)))
            #expect(dials == (number < 4 ? [.dial(link.id, hall: hall)] : []), "\(number)")
            if number >= 4 {
                #expect(link.untilDial <= .seconds(10))
                link.wakeAtDeadline()
            }
            link.handle(.link(.opened(link.id)))
        }
        #expect(link.now < .start + .seconds(10))
        link.pass(.seconds(10))
        link.handle(.redirect(hall: "18"))
        #expect(link.handle(.link(.closed(link.id, .lost))) == [.dial(link.id, hall: "18")])

        // Rare redirects never cause a pause.
        link = LinkDriver()
        link.connect()
        for _ in 0..<20 {
            link.handle(.redirect(hall: "2"))
            #expect(link.handle(.link(.closed(link.id, .lost))) == [.dial(link.id, hall: "2")])
            link.handle(.link(.opened(link.id)))
            link.pass(.milliseconds(2_500))
        }
    }

    @Test("After three failures in a row the hall is left out, so that another server is found")
    func failures() {
        var link = LinkDriver()
        link.connect()
        link.handle(.redirect(hall: "18"))
        link.handle(.link(.closed(link.id, .lost)))
        for hall in ["18", "18", nil, nil] {
            link.handle(.link(.closed(link.id, .refused(at: "there"))))
            #expect(link.wakeAtDeadline() == [.dial(link.id, hall: hall)])
        }
        // Connections that break after a while are no row of failures.
        link.handle(.link(.opened(link.id)))
        link.handle(.redirect(hall: "18"))
        link.handle(.link(.closed(link.id, .lost)))
        link.handle(.link(.opened(link.id)))
        for _ in 0..<5 {
            link.pass(.seconds(5))
            link.handle(.link(.closed(link.id, .lost)))
            #expect(link.wakeAtDeadline() == [.dial(link.id, hall: "18")])
            link.handle(.link(.opened(link.id)))
        }
    }

    @Test("A program that goes offline after a redirect stays offline")
    func offline() {
        var program = Program()
        program.connect()
        program.redirect(to: "18")
        program.handle(.goOffline)
        #expect(program.close() == [])
        #expect(program.replica.nextDeadline == nil)
        program.handle(.goOnline)
        #expect(program.hall == "18")
    }
}

/// The members of an `init` that concern the session and the hall.
private struct Init: Hashable {
    var hall: String?
    var watches = false
    var resume: String?
    var seat: Int?
    var takes = false

    init(
        _ hall: String?, watches: Bool = false, resume: String? = nil, seat: Int? = nil,
        takes: Bool = false
    ) {
        (self.hall, self.watches, self.resume) = (hall, watches, resume)
        (self.seat, self.takes) = (seat, takes)
    }

    init?(frame: String) {
        guard let json = JSON(initFrame: frame) else { return nil }
        self.init(
            json["hall"]?.string, watches: json["watch"] == .bool(true),
            resume: json["resume"]?.string, seat: json["seat"]?.int,
            takes: json["take"] == .bool(true))
    }
}

/// A replica with two buckets of a lobby and one of an account, driven by a test that plays the
/// servers.
private struct Program {
    static let secret = name(ResumeSecret("kept"))

    private(set) var replica: Replica
    private(set) var connection = LinkID(rawValue: 0)
    /// The hall in the address of the last dial.
    private(set) var hall: String?
    /// The `init`s that were sent.
    var sent: [Init] = []
    private var now = Instant.start

    init(seat: ResumeToken? = nil, redials: Bool = true) {
        var settings = ReplicaSettings(
            app: name(AppID("demo")), clientID: name(ClientID("visitor-1")),
            run: RunID(rawValue: 0xA), seed: 1)
        settings.extensions = [.away, .resume, .rules, .halls]
        if redials { settings.extensions.insert(.redial) }
        settings.pace = .lively
        settings.seat = seat
        replica = Replica(settings)
        for bucket in ["players", "matches"] {
            handle(.open(name(BucketName(bucket)), .presence, StoredReplicaBucket()))
        }
        handle(.open(name(BucketName("friends")), .memory, StoredReplicaBucket(), as: .account))
        handle(.signIn(name(Token("everybody"))))
        handle(.signIn(Device.token, as: .account))
    }

    @discardableResult
    mutating func handle(_ event: Replica.Event) -> [Replica.Effect] {
        let effects = replica.handle(event, at: now)
        for case .link(.dial(let id, let hall)) in effects { (connection, self.hall) = (id, hall) }
        sent += effects.compactMap(\.text).compactMap { Init(frame: $0) }
        return effects
    }

    @discardableResult
    mutating func receive(_ channel: Int, _ command: String) -> [Replica.Effect] {
        handle(.link(.received([UInt8]("\(channel):\(command)".utf8), on: connection)))
    }

    static func elsewhere(_ hall: String) -> String { #"auth:{"msg":"\#(hall)","code":4002}"# }

    @discardableResult
    mutating func redirect(on channel: Int = 0, to hall: String) -> [Replica.Effect] {
        receive(channel, Self.elsewhere(hall))
    }

    /// Dials, opens the connection, and returns the `init`s.
    @discardableResult
    mutating func connect() -> [Init] {
        handle(.goOnline)
        return open()
    }

    @discardableResult
    mutating func open() -> [Init] {
        sent = []
        handle(.link(.opened(connection)))
        return sent
    }

    @discardableResult
    mutating func close() -> [Replica.Effect] {
        handle(.link(.closed(connection, .lost)))
    }

    /// Accepts all channels, whose buckets are empty.
    mutating func live() {
        for channel in 0...2 {
            receive(channel, "auth:kim@example.org")
            receive(channel, #"i:{"current":"\#(Device.cv1)","index":[]}"#)
        }
        #expect(replica.status == .synced)
    }

    /// Lets time pass. Returns the hall in the address of the last dial.
    mutating func wait(_ span: Duration) -> String? {
        hall = nil
        let end = now + span
        while let deadline = replica.nextDeadline, deadline <= end {
            now = max(now, deadline)
            handle(.wake)
        }
        now = end
        return hall
    }
}

extension [Replica.Effect] {
    /// The account's part of a redirect.
    fileprivate static let account: Self = [.status(.connecting, of: .account)]
}
