import SimperiumLoop
import TestKit
import Testing

@Suite("Loop thread", .waits)
struct LoopThreadTests {
    @Test("Two loop threads call each other by await, and each stays on its own thread")
    func calls() async throws {
        let (left, right) = (try LoopThread { Echo(on: $0) }, try LoopThread { Echo(on: $0) })
        #expect(await left.rootActor.answer(to: 3) == 6)
        #expect(left.rootActor.loop.isIsolatingCurrentContext() == false)
        let sum = await left.rootActor.sum(of: 1...500, by: right.rootActor)
        #expect(sum == 250_500)
    }

    @Test("Dropping a loop thread closes its loop, with everything that lives on it")
    func ends() throws {
        weak var echo: Echo?
        do {
            let thread = try LoopThread { loop in
                let echo = Echo(on: loop)
                echo.assumeIsolated { $0.ringForEver() }
                return echo
            }
            echo = thread.rootActor
            #expect(echo != nil)
        }
        // Its timer's closure holds it, and only the loop's close releases that.
        #expect(echo == nil)
    }

    @Test("A failing initialiser is reported, and leaves no thread")
    func refuses() {
        #expect(throws: Refusal.self) {
            _ = try LoopThread<Echo> { _ in throw Refusal() }
        }
    }
}

private struct Refusal: Error {}

private actor Echo {
    let loop: Loop
    private var clock: Timer?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(on loop: Loop) {
        self.loop = loop
    }

    func answer(to number: Int) -> Int {
        loop.checkIsolated()
        return number * 2
    }

    func sum(of numbers: ClosedRange<Int>, by other: Echo) async -> Int {
        var sum = 0
        for number in numbers {
            sum += await other.answer(to: number)
            loop.checkIsolated()
        }
        return sum
    }

    func ringForEver() {
        clock = Timer(on: loop) { self.ringForEver() }
        clock?.arm(after: .milliseconds(1))
    }
}
