import Guests
import SimperiumWebWire
import Testing

@Suite("List of bans")
struct GuestBanTests {
    private static let key = "SHA256:" + String(repeating: "aB3+/", count: 8) + "xyz"

    private func day(_ text: Substring = "2026-11-20") throws -> CalendarDay {
        try #require(CalendarDay(text))
    }

    @Test(
        "A range contains the addresses that begin alike, and no others",
        arguments: [
            ("203.0.113.7", [203, 0, 113, 7], true), ("203.0.113.7", [203, 0, 113, 6], false),
            ("10.0.0.0/8", [10, 255, 1, 2], true), ("10.0.0.0/8", [11, 0, 0, 0], false),
            ("192.168.4.0/22", [192, 168, 7, 255], true),
            ("192.168.4.0/22", [192, 168, 8, 0], false), ("0.0.0.0/0", [1, 2, 3, 4], true),
            ("::/0", [1, 2, 3, 4], false),
            ("2001:db8::/32", [0x20, 1, 0x0D, 0xB8, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0, 1], true),
            ("2001:db8::/33", [0x20, 1, 0x0D, 0xB8, 0x80, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0, 1], false),
            ("::1", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], true),
            ("1:2:3:4:5:6:7:8", [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8], true),
            ("1:2:3:4:5:6:0.7.0.8", [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8], true),
            ("::ffff:10.0.0.1", [10, 0, 0, 1], true), ("::FFFF:a00:1", [10, 0, 0, 1], true),
            ("::ffff:10.0.0.0/104", [10, 9, 9, 9], true),
            ("::ffff:10.0.0.0/104", [11, 9, 9, 9], false),
        ] as [(Substring, [UInt8], Bool)])
    func range(text: Substring, host: [UInt8], isInside: Bool) throws {
        #expect(try #require(AddressRange(text)).contains(host) == isInside)
    }

    @Test("Other texts are no ranges and no days")
    func nonsense() {
        let noRanges: [Substring] = [
            "", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.-4", "1.2.3.4/33", "1.2.3.4/", "/8", ":",
            "1.2.3.4/+8", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8::", "::/129", "::+1",
            "12345::", "example.org", ":::", "1.2.3.4::", "::1.2.3", "::1.2.3.4.5", "1.2.3.4:1",
            "::1.2.3.4:5.6.7.8", "1:2:3:4:5:6:7:1.2.3.4", "::ffff:1.2.3.4/95",
            "010.0.0.1", "1.2.3.00", "::ffff:1.2.3.04",
        ]
        for text in noRanges { #expect(AddressRange(text) == nil, "\(text)") }
        let noDays: [Substring] = [
            "2026-13-01", "2026-00-01", "2026-01-32", "26-01-01", "2026-1-01", "soon",
        ]
        for text in noDays { #expect(CalendarDay(text) == nil, "\(text)") }
    }

    @Test("Each address is logged once, until the list is read again")
    func news() throws {
        var bans = try BanList(Array("10.0.0.0/8 robots\n2001:db8::/32".utf8))
        let today = try day()
        func news(_ host: [UInt8]) -> Bool? {
            bans.checkAttempt(fromAddress: host, at: { today })?.isFirstFromSubnet
        }
        #expect([[10, 1, 1, 1], [10, 1, 1, 1], [10, 1, 1, 2]].map(news) == [true, false, true])
        #expect(news([11, 0, 0, 1]) == nil)
        // One household with IPv6 has more addresses than any log has lines.
        let home: [UInt8] = [0x20, 1, 0x0D, 0xB8, 0, 0, 0, 0]
        #expect(news(home + [0, 0, 0, 0, 0, 0, 0, 1]) == true)
        #expect(news(home + [0, 0, 0, 0, 0, 0, 0, 2]) == false)
        for number in 0..<3_000 {
            _ = news([10, 2, UInt8(number >> 8), UInt8(number & 0xFF)])
        }
        #expect(news([10, 9, 9, 9]) == false)
        bans = try BanList(Array("10.0.0.0/8".utf8))
        #expect(news([10, 1, 1, 1]) == true)
    }

    @Test("A listed client is refused with a reason, through the last day")
    func list() throws {
        let text = """
            # Robots

            10.0.0.0/8\t2026-11-20   too many robots \r
            \(Self.key) again and again
              ::1
            """
        let bans = try BanList(Array(text.utf8))
        let robot = bans.ban(onAddress: [10, 1, 2, 3], at: try day())
        #expect(
            robot?.sentence == "You are banned until the end of 2026-11-20: too many robots")
        #expect(bans.ban(onAddress: [10, 1, 2, 3], at: try day("2026-11-21")) == nil)
        #expect(bans.ban(onAddress: [11, 1, 2, 3], at: try day()) == nil)
        #expect(
            bans.ban(onKey: Self.key, at: try day("9999-12-31"))?.sentence
                == "You are banned: again and again")
        #expect(bans.ban(onKey: Self.key.lowercased(), at: try day()) == nil)
        let own = [UInt8](repeating: 0, count: 15) + [1]
        #expect(bans.ban(onAddress: own, at: try day())?.sentence == "You are banned.")
    }

    @Test("Lines from Redis are added to a list, and the invalid ones are reported")
    func shared() throws {
        let own = try BanList(line: "10.0.0.0/8")
        var skipped: [String] = []
        let all = own.adding(["010.0.0.1 robots", "192.0.2.1"]) { skipped.append($0) }
        #expect(all.count == 2 && skipped == ["010.0.0.1 robots"])
    }

    @Test("A removed ban leaves all other lines as they are, also comments and empty lines")
    func removal() throws {
        let bans = try BanList(Array("# Robots\n\n10.0.0.0/8 robots\n::1\n".utf8))
        let rest = try #require(bans.removing("::1"))
        #expect(rest.bytes == Array("# Robots\n\n10.0.0.0/8 robots\n".utf8))
        #expect(rest.count == 1 && rest.removing("::1") == nil)
    }

    @Test("A ban is removed in any notation of its target, and other bans stay")
    func removalByValue() throws {
        let lines = ["10.0.0.1/8 robots", "2001:DB8::1", Self.key, "11.0.0.0/8", "# 10.0.0.0/8"]
        let bans = try BanList(Array(lines.joined(separator: "\n").utf8))
        for (target, index) in [("10.0.0.0/8", 0), ("2001:db8:0::1", 1), (Self.key, 2)] {
            let rest = try #require(bans.removing(target))
            #expect(!rest.lines.contains(lines[index]) && rest.lines.count == 4, "\(target)")
        }
        for other in ["10.0.0.1", "10.0.0.0/9", "robots", "#"] {
            #expect(bans.removing(other)?.lines.count ?? 5 == (other == "#" ? 4 : 5), "\(other)")
        }
        #expect(BanList.words(in: lines, for: "10.9.9.9/8") == ["10.0.0.1/8"])
        // A ban of 0.2.0 that this version does not read can still be removed.
        #expect(BanList.words(in: ["010.0.0.1 x"], for: "010.0.0.1") == ["010.0.0.1"])
    }

    @Test("A ban is over after its last day, and an empty list is never over")
    func over() throws {
        let ban = try BanList(line: "10.0.0.0/8 2026-11-20 robots")
        #expect(try !ban.isOver(on: day()) && ban.isOver(on: day("2026-11-21")))
        #expect(try !BanList().isOver(on: day()))
        #expect(try !BanList(line: Self.key).isOver(on: day("9999-12-31")))
    }

    @Test("A reason may begin with a number that is no day")
    func numbers() throws {
        for reason in ["10 times", "1.2.3 or older", "404", "3/4 of all guests", "1.2.3.4/5"] {
            let bans = try BanList(newBan: "192.0.2.1 \(reason)")
            #expect(bans.ban(onAddress: [192, 0, 2, 1], at: try day())?.reason == reason)
        }
    }

    @Test(
        "A day in another form is refused in a new ban, and read as the reason in a list of 0.2.0",
        arguments: ["31.01.2027", "20270130", "2027/1/31 robots"])
    func otherDays(reason: String) throws {
        let line = "192.0.2.1 \(reason)"
        let flaw = #expect(throws: BanFlaw.self) { try BanList(newBan: line) }
        #expect(flaw?.kind == .noDay)
        let bans = try BanList(Array("# ok\n\(line)\n::1\n".utf8))
        #expect(bans.ban(onAddress: [192, 0, 2, 1], at: try day())?.reason == reason)
        #expect(bans.removing("::1")?.count == 1)
        #expect(BanList().adding([line]).count == 1)
        // A day in the usual form may be followed by any reason.
        #expect(try BanList(newBan: "192.0.2.1 2027-01-31 \(reason)").count == 1)
    }

    @Test(
        "An invalid line is reported by its number, in ASCII, because the log escapes other text",
        arguments: [
            ("nobody", BanFlaw.BanLineFlaw.noTarget), ("SHA256:short", .noTarget),
            ("1.2.3.4/40 why", .noTarget),
            ("1.2.3.4 \u{1B}[2J", .noText), ("1.2.3.4 one\rtwo", .noText),
            ("1.2.3.4 2026-13-01", .noDay), ("1.2.3.4 27-1-31 too many robots", .noDay),
        ])
    func flaw(line: String, kind: BanFlaw.BanLineFlaw) {
        let flaw = #expect(throws: BanFlaw.self) { try BanList(Array("# ok\n\(line)\n".utf8)) }
        #expect(flaw?.line == 2)
        #expect(flaw?.kind == kind)
        #expect(flaw?.description.utf8.allSatisfy { $0 < 0x80 } == true)
    }
}
