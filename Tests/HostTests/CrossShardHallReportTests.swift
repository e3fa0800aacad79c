import Game
import GameHost
import Host
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import TestSupport
import Testing

@Suite("Reports of halls")
struct CrossShardHallReportTests {
    private static let whole = #"""
        {"hall":"18","people":3,"census":{"here":3,"free":1,"playing":2,"watching":0,"away":0,\#
        "matches":1},"waiters":[{"id":"lin","waited":1500,"clock":30,"user":"u1","wishes":true,\#
        "alone":true,"moves":true,"redials":true},{"id":"zoe","waited":0}],"directory":{"names":\#
        {"l":"k1"},"users":{"u1":"k1"},"matches":["m1"],"page":{"hall":"18","here":3,"matches":\#
        [{"key":"m1"}]}}}
        """#

    private static func parse(_ text: String) -> [CrossShardHallReport] {
        CrossShardHallReport.reports(in: Array(text.utf8))
    }

    @Test("A report and its text say the same")
    func roundTrip() throws {
        let text = "[\(Self.whole),{\"hall\":\"2\",\"closed\":true}]"
        let reports = Self.parse(text)
        #expect(reports.map(\.hall.rawValue) == [18, 2])
        #expect(reports.map(\.isClosed) == [false, true])
        #expect(String(decoding: CrossShardHallReport.text(of: reports), as: UTF8.self) == text)
        let report = try #require(reports.first)
        #expect(report.people == 3 && report.census.playing == 2)
        #expect(report.waiters.map(\.since) == [.start + .milliseconds(-1_500), .start])
        #expect(report.waiters.map(\.clock?.rawValue) == [30, nil])
        #expect(report.waiters.map(\.redials) == [true, false])
    }

    @Test(
        "A report with nonsense is read as far as it makes sense",
        arguments: [
            "{}", "[]", "", "[1,null,[]]", #"[{"hall":2}]"#, #"[{"hall":"0"}]"#, "[{]",
        ])
    func nonsense(text: String) {
        #expect(Self.parse(text).isEmpty)
    }

    @Test("Numbers out of bounds and members of another type do no harm")
    func bounds() throws {
        let report = try #require(
            Self.parse(
                #"""
                [{"hall":"3","people":-5,"census":{"here":1e300,"free":"x"},"waiters":[1,{"id":2},\#
                {"id":"a","waited":9000000000000000000,"clock":-1},{"id":"b","waited":-7}],\#
                "directory":{"names":{"a":1},"users":[],"matches":{},"page":{"matches":[1,2]}}}]
                """#
            ).first)
        #expect(report.people == 0 && report.census == Census())
        #expect(
            report.waiters.map(\.since)
                == [.start + .milliseconds(-3_600_000), .start])
        let empty = #""directory":{"names":{},"users":{},"matches":[]}}]"#
        #expect(
            String(decoding: CrossShardHallReport.text(of: [report]), as: UTF8.self)
                .hasSuffix(empty))
    }

    @Test("S316 A report that is read again is no newer: its hall is forgotten 10 s after it")
    func age() throws {
        var servers = ShardedHosts()
        servers.areConnected = false
        let one = servers.enter(1, mode: "busy")
        let text = #"""
            [{"hall":"2","people":1,"census":{"here":1},"directory":{"names":{},"users":{},\#
            "matches":["m"]}}]
            """#
        func isFound() -> Bool {
            _ = servers.hosts[0].heard(by: one.id)
            let heard = servers.ask(#"{"find":{"match":"m"}}"#, by: one)
            return heard.contains { $0.contains(#"{"found":"#) }
        }
        for milliseconds in [8_800, 9_000] {
            let line = (text: Array(text.utf8), age: Duration.milliseconds(milliseconds))
            let reports = try #require(GamePlugin().reports(inSharedStoreLines: [line]))
            servers.hosts[0].handle(.receivedReports(reports))
            servers.wait(200)
            let isKnown = isFound()
            #expect(isKnown, "\(milliseconds)")
        }
        servers.wait(1_000)
        let isKnown = isFound()
        #expect(!isKnown)
    }

    @Test("A report with random bytes in it never traps")
    func randomBytes() {
        for seed in Seeds.first(2_000) {
            var random = SeededRandom(seed: seed)
            var text = Array("[\(Self.whole)]".utf8)
            for _ in 0...random.numberBelow(4) {
                text[random.numberBelow(text.count)] =
                    random.chance(1, in: 2)
                    ? UInt8(random.numberBelow(256))
                    : random.pick(Array(#"0129-e[]{}",:"#.utf8)) ?? 0
            }
            var host = TestHost { $0.shards = HallSharding(count: 16, own: 0) }
            host.handle(.receivedReports(CrossShardReports(CrossShardHallReport.reports(in: text))))
            if seed.isMultiple(of: 100) { host.wait(.seconds(12)) }
        }
    }
}
