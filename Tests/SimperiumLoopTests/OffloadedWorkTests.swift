import Glibc
import SimperiumLoop
import Synchronization
import TestKit
import Testing

/// Serialized, because some of these keep all threads of the pool busy.
@Suite("OffloadedWork", .serialized, .waits)
struct OffloadedWorkTests {
    @Test("Another thread does the work; each result is delivered on the loop's thread, once")
    func result() throws {
        let loop = try Loop()
        var sum = 0
        var count = 0
        let errands = (1...500).map { number in
            Owned(
                loop.offload {
                    loop.isIsolatingCurrentContext() == true ? 0 : number
                } then: { number in
                    loop.checkIsolated()
                    sum += number
                    count += 1
                    if count == 500 { loop.stop() }
                })
        }
        loop.run()
        #expect(sum == 125_250 && count == errands.count)

        // The closure that gets a result may drop its work.
        var errand: Owned<OffloadedWork>?
        errand = Owned(
            loop.offload {
                1
            } then: { _ in
                errand = nil
                loop.stop()
            })
        loop.run()
        #expect(errand == nil)
    }

    @Test("Work that is not cancelled is done without a value that holds it")
    func uncancelled() throws {
        let loop = try Loop()
        var results: [Int] = []
        for number in 0..<20 {
            loop.offloadUncancelled {
                number
            } then: { number in
                loop.checkIsolated()
                results.append(number)
                if results.count == 20 { loop.stop() }
            }
        }
        loop.run()
        #expect(results.sorted() == Array(0..<20))
    }

    @Test("Work that is dropped before it has begun does not begin")
    func cancel() throws {
        let loop = try Loop()
        let threads = Occupation(of: loop)
        let hasBegun = Flag()
        do {
            let errand = loop.offload {
                hasBegun.raise()
            } then: {
                Issue.record("taken")
            }
            _ = consume errand
        }
        threads.release()
        loop.run()
        // Work begins in order, so the dropped one would have begun before this one.
        let last = loop.offload {
        } then: {
            loop.stop()
        }
        loop.run()

        #expect(!hasBegun.isRaised)
        _ = consume last
    }

    @Test("The result of work that is dropped while it is under way is discarded")
    func dropResult() throws {
        let loop = try Loop()
        let threads = Occupation(of: loop)
        threads.abandon()
        threads.release()
        var isDone = false
        let errand = loop.offload {
        } then: {
            isDone = true
            loop.stop()
        }
        loop.run()

        #expect(isDone)
        #expect(threads.finished == 0)
        _ = consume errand
    }

    @Test("Closing the loop waits for the work that has begun, and the rest does not begin")
    func close() throws {
        let loop = try Loop()
        let threads = Occupation(of: loop)
        let hasBegun = Flag()
        let errand = loop.offload {
            hasBegun.raise()
        } then: {
            Issue.record("taken")
        }
        // The threads continue when closing releases this timer's closure.
        let timer = Timer(on: loop, holding: LastWill { threads.release() })
        loop.close()

        #expect(!hasBegun.isRaised)
        #expect(threads.finished == 0)
        _ = consume errand
        _ = consume timer
    }

    @Test("Blocking work beyond four pieces waits, and does not begin if it is dropped before")
    func blocking() throws {
        let loop = try Loop()
        let queue = BlockingWorkQueue(on: loop)
        let gate = SocketPair.pipe()
        let wait = gate.near
        var finished = 0
        let stuck = (0..<4).map { _ in
            Owned(
                queue.run {
                    wait.read() ?? ""
                } then: { _ in
                    loop.checkIsolated()
                    finished += 1
                })
        }
        let hasBegun = Flag()
        do {
            let dropped = queue.run {
                hasBegun.raise()
            } then: {
                Issue.record("taken")
            }
            _ = consume dropped
        }
        // Work begins in order, so the dropped one would have begun before this one.
        let last = queue.run {
        } then: {
            loop.stop()
        }
        gate.closeFar()
        loop.run()

        #expect(finished >= 1 && stuck.count == 4)
        #expect(!hasBegun.isRaised)
        _ = consume last
    }
}

/// Work for every thread of the pool, which keeps them busy until it is released. Then it stops the
/// loop.
final class Occupation {
    private static let threads = 4
    private let gate = SocketPair.pipe()
    private let begun = SocketPair.pipe()
    private var errands: [Owned<OffloadedWork>] = []
    private(set) var finished = 0

    init(of loop: Loop) {
        let (wait, begin) = (gate.near, begun.far)
        errands = (0..<Self.threads).map { _ in
            Owned(
                loop.offload {
                    begin.write(".")
                    return wait.read() ?? ""
                } then: { [unowned self] _ in
                    finished += 1
                    if finished == Self.threads { loop.stop() }
                })
        }
        var count = 0
        while count < Self.threads { count += begun.near.read()?.count ?? 0 }
    }

    func release() {
        gate.closeFar()
    }

    func abandon() {
        errands = []
    }
}

final class Flag: Sendable {
    private let flag = Atomic(false)

    var isRaised: Bool { flag.load(ordering: .acquiring) }

    func raise() {
        flag.store(true, ordering: .releasing)
    }
}
