import Commands
import Drawing
internal import Load
import SimperiumClock
import SimperiumJSON
import SimperiumLoop

/// `load`: made-up people on real lines, who play until the time is over. Then it says how the
/// server did, and fails if anything went wrong.
///
/// The people belong to crews, each on a thread of its own: one core can't play all. This
/// actor, on the first thread, hears what they report and tells the crews what to do.
actor LoadCommand {
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
        gauge = ServerGauge(options.lobby)
        let plan = LoadPlan(
            players: options.players, watchers: options.watchers,
            movesPerSecond: options.movesPerSecond, breaksPerMinute: options.breaksPerMinute,
            length: options.length)
        course = LoadCourse(plan, from: startedAt)
    }

    func run() throws -> ExitStatus {
        // Before the first of the people is there: whoever sees them may end this.
        let signals = try Signals([.interrupt, .terminate], on: loop) { _ in
            self.course.stopPlaying(at: self.loop.now)
        }
        let (plan, lobby, start) = (course.plan, options.lobby, startedAt)
        for guests in plan.crowds(onCores: ThisProcess.cores) {
            let crew = try LoopThread { loop in
                let crew = try LoadCrew(guests, of: plan, in: lobby, tellingTo: self, loop: loop)
                crew.assumeIsolated { $0.begin(at: start) }
                return crew
            }
            crews.append(crew)
        }
        clock = Timer(on: loop) { self.look() }
        clock?.arm(after: .seconds(1))
        loop.run()
        _ = consume signals
        crews = []
        return tellSummary()
    }

    /// What a crew's guests report, and what their lines have carried since it last did so.
    nonisolated func hear(_ reports: [DatedReport], _ traffic: LoadTraffic) {
        loop.perform {
            self.assumeIsolated {
                $0.course.hear(reports)
                $0.traffic += traffic
            }
        }
    }

    private func look() {
        tellProgress()
        let earlier = course.stage
        let stage = course.look(at: loop.now)
        if stage == .over { return loop.stop() }
        if stage != earlier {
            for thread in crews {
                let crew = thread.dweller
                thread.loop.perform { crew.assumeIsolated { $0.enter(stage) } }
            }
        }
        clock?.arm(after: .seconds(1))
    }
}

extension LoadCommand {
    private func tellProgress() {
        guard Descriptor.standardError.isTerminal, !options.isJSON else { return }
        let seconds = (loop.now - startedAt).wholeSeconds
        Descriptor.standardError.say("\(seconds) s: \(course.tally.progress)")
    }

    private func tellSummary() -> ExitStatus {
        let summary = LoadSummary(
            of: course, elapsed: loop.now - startedAt, traffic: traffic, server: gauge?.use)
        print(options.isJSON ? "\(JSON.object(summary.json))".asShownJSON : summary.text)
        return course.tally.errors == 0 ? .done : .failed
    }
}
