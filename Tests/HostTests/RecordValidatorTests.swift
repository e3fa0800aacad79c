import Host
import Lobby
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub
import Testing

@Suite("Data of an account")
struct RecordValidatorTests {
    private static let won: JSONObject = [
        "name": "Bot", "as": "circle", "outcome": "won", "moves": [4, 0, 2, 1, 6], "at": 1,
        "how": "line", "level": "easy",
    ]

    private static func text(_ object: JSONObject) -> String {
        String(decoding: object.utf8, as: UTF8.self)
    }

    @Test("S96: A program writes each result of bots and puzzles once, and never removes one")
    func results() {
        var host = TestHost()
        let token = host.enrol("kim").token
        let id = host.connect(app: "tictactoe")
        host.open("result", as: "d", token: token, channel: 0, on: id)
        host.expectPut(nil, "bot-1", Self.won, channel: 0, by: id)
        var puzzle = Self.won
        puzzle["level"] = nil
        host.expectPut(nil, "puzzle-2026-11-22", puzzle, channel: 0, by: id)
        var lost = Self.won
        lost["outcome"] = "lost"
        host.expectPut(401, "bot-1", lost, channel: 0, by: id)
        #expect(host.remove("bot-1", channel: 0, by: id) == 401)
        host.expectPut(401, "1-0f-1", puzzle, channel: 0, by: id)
        host.expectPut(400, "bot-2", ["outcome": "won"], channel: 0, by: id)
        host.expectPut(400, "whatever", Self.won, channel: 0, by: id)
        let empty = host.say(#"0:c:{"id":"result","o":"EMPTY","ccid":"e"}"#, by: id)
        #expect(empty.contains { $0.contains(#""error":401"#) })

        // The same over HTTP.
        host = TestHost()
        let kim = host.enrol("kim").token
        let body = Self.text(Self.won)
        host.expectGame(200, .post, "result/i/bot-1", body, token: kim)
        host.expectGame(401, .post, "result/i/bot-1", #"{"outcome":"lost"}"#, token: kim)
        host.expectGame(401, .delete, "result/i/bot-1", token: kim)
        host.expectGame(401, .post, "result/i/1-0f-1", body, token: kim)
        host.expectGame(400, .post, "friend/i/u2", #"{"since":"x"}"#, token: kim)
        host.expectGame(200, .post, "friend/i/u2", #"{"since":1}"#, token: kim)
        host.expectGame(400, .post, "profile/i/you", #"{"since":1}"#, token: kim)
        let administrator = host.game(
            .delete, "result/i/\(host.accountID("kim"))/bot-1", token: TestHost.admin)
        #expect(administrator.status == 200)
    }

    @Test("S96: An account has eight buckets, and objects of a limited size")
    func buckets() {
        var host = TestHost()
        let token = host.enrol("kim").token
        host.expectGame(404, .post, "notes/i/a", "{}", token: token)
        host.expectGame(404, .post, "Player/i/a", "{}", token: token)
        let id = host.connect(app: "tictactoe")
        let heard = host.open("notes", as: "d", token: token, channel: 0, on: id)
        #expect(heard.count == 1 && heard[0].hasSuffix(#""code":500}"#))
        let long = String(repeating: "x", count: 9_000)
        let friend = #"{"since":1,"ad":"\#(long)"}"#
        host.expectGame(400, .post, "friend/i/u2", friend, token: token)
        for number in 0..<200 {
            let setting = host.game(
                .post, "settings/i/s\(number)", #"{"value":1}"#, token: token)
            #expect(setting.status == 200)
        }
        host.expectGame(400, .post, "settings/i/more", #"{"value":1}"#, token: token)
        host.expectGame(200, .post, "settings/i/s7", #"{"value":2}"#, token: token)
    }
}

extension TestHost {
    /// Returns the id of a user's account.
    mutating func accountID(_ name: String) -> String {
        let accounts = game(.get, "accounts/", token: Self.admin).members["accounts"]?.array ?? []
        return accounts.first { $0["username"]?.string == name }?["userid"]?.string ?? ""
    }
}
