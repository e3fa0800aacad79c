import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Shared objects and concurrent events")
struct SharingTroubleTests {
    /// Returns a server with Kim's note, which Lee may write. The server knows the note only from
    /// its store.
    private static func server() -> TestHub {
        var server = TestHub.sharing()
        server.insertNote()
        server.share("n", with: "lee")
        server.restart()
        return server
    }

    /// Returns the results of a change that its author received: true if it was applied.
    private static func verdicts(on id: ChangeID, in frames: [String]) -> [Bool] {
        frames.compactMap(Said.init).flatMap(\.entries).compactMap { entry in
            switch entry {
            case .accepted(let change) where change.changeIDs.contains(id): true
            case .refused(let refusal) where refusal.changeIDs.contains(id):
                refusal.error == .noSuchObject ? false : nil
            case .accepted, .refused, .unreadable: nil
            }
        }
    }

    @Test(
        "S161, S172: A removal during another's change: that is applied before, or is 404",
        arguments: [Change.Operation.remove, .empty])
    func ownerGoes(operation: Change.Operation) {
        var made: Set<Bool> = []
        for moment in 0..<12 {
            var server = Self.server()
            let lee = server.join(token: .lee, client: "l")
            server.isStoreSlow = true
            server.send(
                Written.modify("n", sv: 1, #"{"t":{"o":"r","v":"y"}}"#, id: "l1").frame(), from: lee
            )
            for _ in 0..<moment {
                server.answerQuestions()
                server.finishWork()
            }
            let key: ObjectKey = operation == .remove ? named("n") : named("todo")
            let removal = Change(operation, key: key, id: named("gone"))
            _ = server.request(.change(removal), of: .todo, as: .kim)
            server.isStoreSlow = false
            while !server.openQuestions.isEmpty { server.answerQuestions() }
            server.finishWork()
            let verdicts = Self.verdicts(on: named("l1"), in: server.heard(by: lee))
            #expect(verdicts.count == 1, "moment \(moment)")
            made.formUnion(verdicts)
            for bucket in [BucketID.todo, .todoOfLee] {
                #expect(server.object("n", in: bucket) == nil, "moment \(moment)")
            }
            #expect(server.endings.isEmpty)
        }
        #expect(made == [true, false])
    }

    @Test("S165: EMPTY ends, although much work waits in its bucket behind it")
    func emptyingWithMuchWork() throws {
        var server = TestHub.sharing { $0.waiting.works = 2 }
        server.insertNote()
        server.share("n", with: "lee")
        server.restart()
        let lee = server.join(token: .lee, client: "l")
        server.isStoreSlow = true
        server.send(Written.bucket("EMPTY", id: "e").frame(), from: lee)
        let query = StoreQuery.entity(named("n"), in: .todo)
        for _ in 0..<12 where !server.openQuestions.contains(where: { $0.1 == query }) {
            server.answerQuestions()
            server.finishWork()
        }
        let asked = server.openQuestions.first { $0.1 == query }
        let question = try #require(asked?.0)
        let changes = ["a", "b", "c", "d"].map { Written.modify($0, "{}", id: $0).description }
        server.send("0:c:[\(changes.joined(separator: ","))]", from: lee)
        let other = server.request(.entity(named("x"), nil), of: .todoOfLee, as: .lee)
        #expect(other == .unavailable)

        server.isStoreSlow = false
        server.handle(.read(question, server.store.answer(query)))
        server.answerQuestions()
        server.finishWork()
        #expect(server.heard(by: lee).outcomes.last == "emptied")
        #expect(server.object("n", in: .todoOfLee) == nil)
        #expect(server.sharers(of: "n").isEmpty)
        #expect(server.endings.isEmpty)
    }

    @Test("S252: While a log is full, no object in it is shared, but a share can end")
    func full() {
        var server = Self.server()
        let kim = server.join(client: "k")
        server.handle(.full(BucketID.todo.log))
        #expect(server.share("n", with: "ann") == .unavailable)
        #expect(server.sharers(of: "n") == [named("lee")])
        #expect(server.object("n", in: .todoOfAnn) == nil)
        #expect(server.unshare("n", with: "lee") == .shared)
        server.wait(.seconds(10))
        #expect(server.share("n", with: "ann") == .shared)
        #expect(server.endings[kim] == nil)
    }
}
