import Host
import SimperiumWebWire
import SimperiumWire
import SyncHub
import Testing

@Suite("Long bodies over HTTP")
struct ComputingTests {
    private static let admin: HTTPFields = ["X-Simperium-Token": TestHost.admin]

    /// Returns a host that performs almost no computation at once.
    private static func host(_ change: (inout HostSettings) -> Void = { _ in }) -> TestHost {
        TestHost { settings in
            settings.hub.promptWork = 100
            change(&settings)
        }
    }

    private static let object = #"{"text":"\#(String(repeating: "x", count: 300))"}"#

    private static let bulk =
        "["
        + (0..<9).map { #"{"id":"a\#($0)","ccid":"\#($0)","o":"M","v":{}}"# }
        .joined(separator: ",") + "]"

    @Test("S100: A long body is read elsewhere, its call is the owner, and then it is answered")
    func bodies() {
        for (place, body) in [("changes?wait=1", Self.bulk), ("i/a", Self.object)] {
            var host = Self.host()
            host.isComputingSlow = true
            let call = host.begin(.post, "/1/demo/todo/\(place)", Self.admin, body: body)
            #expect(host.answer(to: call).status == 0)
            #expect(host.openComputations.map { $0.2 } == [.call(call)])
            host.expectStatus(200, .get, "/healthz")
            // The body is read; the change of the object is computed, too.
            host.finishComputing()
            host.finishComputing()
            host.finishWork()
            #expect(host.answer(to: call).status == 200)
            #expect(host.openComputations.isEmpty)
        }

        // A change that is merged into a large object is computed elsewhere.
        var host = Self.host()
        let object = "/1/demo/todo/i/a"
        host.expectStatus(200, .post, object, Self.admin, body: Self.object)
        host.isComputingSlow = true
        let call = host.begin(.post, object + "?replace=1", Self.admin, body: #"{"n":1}"#)
        #expect(host.openComputations.map { $0.2 } == [.call(call)])
        host.finishComputing()
        #expect(host.openComputations.map { $0.2 } == [.call(call)])
        host.finishComputing()
        #expect(host.answer(to: call).status == 200)
        #expect(host.ask(.get, object, Self.admin).body == #"{"n":1}"#)
    }

    @Test("The result is the same, wherever it is computed", arguments: [0, 100, 1 << 16])
    func same(promptWork: Int) {
        var host = TestHost { $0.hub.promptWork = promptWork }
        let object = "/1/demo/todo/i/a"
        host.expectStatus(200, .post, object, Self.admin, body: Self.object)
        host.expectStatus(400, .post, object, Self.admin, body: "[\(Self.bulk)]")
        host.expectStatus(412, .post, object, Self.admin, body: Self.object)
        host.expectStatus(404, .post, object + "/v/9", Self.admin, body: #"{"n":1}"#)
        host.expectStatus(200, .post, object + "/v/1", Self.admin, body: #"{"n":1}"#)
        let replacement = host.ask(.post, object + "?replace=1", Self.admin, body: #"{"n":1}"#)
        #expect(replacement.status == 200)
        #expect(host.ask(.get, object, Self.admin).body == #"{"n":1}"#)
        host.expectDemo(
            200, .post, "/todo/changes?wait=1", token: TestHost.admin, body: Self.bulk)
    }

    @Test("S102: A limited size of bodies is kept, and a caller that leaves frees its own")
    func memory() {
        var host = Self.host { $0.limits.bulkBytes = 700 }
        host.isComputingSlow = true
        let object = "/1/demo/todo/i/a"
        let first = host.begin(.post, object, Self.admin, body: Self.object)
        let second = host.begin(.post, object, Self.admin, body: Self.object)
        host.expectStatus(503, .post, object, Self.admin, body: Self.object)
        host.handle(.cancelled(first))
        let third = host.begin(.post, object, Self.admin, body: Self.object)
        for _ in 0..<6 { host.finishComputing() }
        #expect(host.answer(to: first).status == 0)
        #expect(host.answer(to: second).status == 200)
        #expect(host.answer(to: third).status == 412)
    }

    @Test("A caller without a token may send little", arguments: ["create", "authorize"])
    func forms(verb: String) {
        var host = TestHost()
        let padding = String(repeating: " ", count: Limits.accountForm)
        host.expectAccount(413, verb, padding + "{}")
        let answer = host.account(verb, padding + "{}")
        #expect(answer.body == "the body is longer than \(Limits.accountForm) bytes\n")
    }
}
