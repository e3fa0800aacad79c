import Clockwork
import EventLoop
import Foundation
import JSONDiff
import Network
import Simperium
import SimperiumClient
import SyncHub
import Testing

/// A real program with a real store, on real sockets, is killed again and again.
@Suite("Killed at random moments")
final class KillTests {
    private static let kills = 200

    private let harbour: Harbour
    private let server: HubServer
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "tictactoe-kills-\(UUID().uuidString)")
    private var random = SeededRandom(seed: 1)
    private var written: Set<String> = []

    init() throws {
        harbour = try Harbour()
        server = try HubServer(on: harbour.switchboard)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test("C26: Nothing that was stored is lost, and nothing is applied twice")
    func kills() throws {
        let other = try Program(at: server)
        var number = 0
        other.onEvent = { [unowned self] bucket, event in
            number += 1
            if number % 4 == 0 { write("other-\(number)", into: bucket) }
        }
        for run in 1...Self.kills { try kill(run: run) }
        other.onEvent = nil
        try #require(try drive(Victim()) == .exited(0))
        harbour.sync(other)

        #expect(server.applied.allSatisfy { $0.value == 1 })
        let found = other.todo.keys.flatMap { key in
            (other.todo[key]?["text"]?.string ?? "").split(separator: " ").map(String.init)
        }
        #expect(Set(found).count == found.count, "something is there twice")
        let (added, doubtful) = (try words(marked: "+"), try words(marked: "?"))
        #expect(added.count > Self.kills)
        #expect(added.union(written).subtracting(doubtful).subtracting(found) == [], "lost")
        #expect(try words(marked: "-").intersection(found) == [], "not removed")
    }

    /// Starts the program, and kills it between any two of its acts or the server's.
    private func kill(run: Int) throws {
        let victim = Victim()
        let moment = random.below(3)
        var changesToLive = 1 + random.below(12)
        let timer = Timer(on: harbour.loop) { victim.kill() }
        if moment == 0 {
            timer.arm(after: .milliseconds(random.below(120)))
        } else {
            server.onChange = {
                changesToLive -= 1
                if changesToLive == 0 { victim.kill() }
            }
        }
        let end = try drive(victim, run: run)
        server.onChange = nil
        #expect(end == .killed(.kill))
        _ = consume timer
    }

    private func drive(_ victim: Victim, run: Int? = nil) throws -> Child.End? {
        var words = [server.address, path("store"), path("journal")]
        if let run { words.append("\(run)") }
        var end: Child.End?
        let streams: [EventLoop.Program.Stream] = [.null, .null, .sharing(.standardError)]
        let program = EventLoop.Program(try driverPath, words, streams: streams)
        victim.child = try Child(program, on: harbour.loop) { end = $0 }
        harbour.run { end != nil }
        return end
    }

    private func write(_ word: String, into bucket: LiveBucket) {
        guard let key = ObjectKey("shared-\(random.below(3))"),
            let text = bucket[key]?["text"]?.string
        else { return }
        bucket.update(key, setting: ["text": JSON(" \(word) " + text)])
        written.insert(word)
    }

    /// The words in those lines of the journal that begin with `mark`.
    private func words(marked mark: Character) throws -> Set<String> {
        let text = try String(contentsOfFile: path("journal"), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.first == mark }
        return Set(lines.map { String($0.dropFirst()) })
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    /// The driver lies where the tests were built.
    private var driverPath: String {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(filePath: tests).deletingLastPathComponent().appending(path: "SyncDriver")
                .path
        }
    }
}

/// A program that may be killed.
private final class Victim {
    var child: Child?

    func kill() {
        child?.send(.kill)
    }
}
