import SimperiumClock
import SyncHub
import Testing

@Suite("Ends of sessions, after a restart of the server")
struct SessionEndTests {
    @Test(
        "P34: A session's end is remembered across a restart of the server",
        arguments: [Duration.seconds(590), .seconds(600)])
    func endedBeforeRestart(wait: Duration) {
        var server = SeatTests.server()
        let (client, secret) = SeatTests.player(&server)
        server.close(client, .goodbye)
        server.wait(.seconds(2))
        server.restart(after: wait - .seconds(2))
        let late = server.connect()
        server.enter(client: "me", more: SeatTests.showing(secret, #","seat":1"#), on: late)
        let said = server.heard(by: late).filter { $0.contains("ended") }
        let ended = #"0:o:{"ended":{"why":"goodbye","outcome":{"lost":"me"}}}"#
        #expect(said == (wait < .seconds(600) ? [ended] : []))
        server.wait(.seconds(20))
        let later = server.connect()
        server.enter(client: "me", more: SeatTests.showing(secret, #","seat":1"#), on: later)
        #expect(!server.heard(by: later).contains { $0.contains("ended") })
    }

    @Test("P34: A client that returns before the store has listed the ends waits for them")
    func waitsForEnds() {
        var server = SeatTests.server()
        let (client, secret) = SeatTests.player(&server)
        server.close(client, .goodbye)
        server.isStoreSlow = true
        server.restart()
        let late = server.connect()
        server.enter(client: "me", more: SeatTests.showing(secret, #","seat":1"#), on: late)
        var heard: [String] = []
        for _ in 0..<20 where heard.isEmpty {
            server.answerQuestions()
            heard = server.heard(by: late)
        }
        #expect(heard.contains { $0.contains(#""why":"goodbye""#) })
    }
}
