import SimperiumClock
import SimperiumJSON
import SimperiumLoop

/// A run of simulated people, who play over real connections until its time is over. It prints a
/// summary, and fails if there was an error.
///
/// The people belong to crews with a thread each, because one core can't play all. This actor, on
/// the first thread, collects their reports and starts the stages.
actor LoadRun {
    private let options: LoadOptions
    private let loop: Loop
    private let gauge: ServerGauge?
    private let startedAt = Loop.preciseNow
    private var course: LoadCourse
    private var crews: [LoopThread<LoadCrew>] = []
    private var clock: Timer?
    private var traffic = LoadTraffic()

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(_ options: LoadOptions, loop: Loop) {
        self.options = options
        self.loop = loop
        gauge = ServerGauge(options.servers[0])
        course = LoadCourse(options.plan, from: startedAt)
    }

    /// Returns true if there was no error.
    func run() throws -> Bool {
        // Before the first person connects: a program that sees them may end this.
        let signals = try SignalSubscription([.interrupt, .terminate], on: loop) { _ in
            self.course.stopPlaying(at: self.loop.now)
        }
        let (servers, start) = (options.servers, startedAt)
        let plan = course.plan
        for guests in plan.crowds(onCores: ThisProcess.cores) {
            let crew = try LoopThread { loop in
                let crew = try LoadCrew(guests, of: plan, at: servers, for: self, loop: loop)
                crew.assumeIsolated { $0.begin(at: start) }
                return crew
            }
            crews.append(crew)
        }
        clock = Timer(on: loop) { self.tick() }
        clock?.arm(after: .seconds(1))
        loop.run()
        _ = consume signals
        crews = []
        return printSummary()
    }

    /// Adds a crew's reports, and the bytes on its connections since the ones before.
    nonisolated func add(_ reports: [DatedReport], _ traffic: LoadTraffic) {
        loop.perform {
            self.assumeIsolated {
                $0.course.add(reports)
                $0.traffic += traffic
            }
        }
    }

    private func tick() {
        printProgress()
        let earlier = course.stage
        let stage = course.advance(to: loop.now)
        if stage == .over { return loop.stop() }
        if stage != earlier {
            for thread in crews {
                let crew = thread.rootActor
                thread.loop.perform { crew.assumeIsolated { $0.enter(stage) } }
            }
        }
        clock?.arm(after: .seconds(1))
    }
}

extension LoadRun {
    private func printProgress() {
        guard Descriptor.standardError.isTerminal, !options.isJSON else { return }
        let seconds = (loop.now - startedAt).wholeSeconds
        Descriptor.standardError.writeLine("\(seconds) s: \(course.tally.progress)")
    }

    private func printSummary() -> Bool {
        let summary = LoadSummary(
            of: course, elapsed: loop.now - startedAt, traffic: traffic, server: gauge?.use)
        print(options.isJSON ? "\(JSON.object(summary.json))" : summary.text)
        return course.tally.errors == 0
    }
}
