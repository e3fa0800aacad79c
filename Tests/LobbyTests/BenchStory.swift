import Lobby
import SimperiumClock
import SimperiumJSON
import Testing

/// People at a bench, the steps that they take, and the foul that the referee finds in each.
struct BenchStory: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let bench: Bench
    private let steps: [Step]

    init(_ name: String, _ bench: Bench, _ steps: Step...) {
        testDescription = name
        self.bench = bench
        self.steps = steps
    }

    /// One step; `is` is the foul, and nil stands for none.
    enum Step: Sendable {
        case ask(String, String, number: Int = 1, is: Foul? = nil)
        case change(String, JSONObject, is: Foul? = nil)
        case come(String, mode: String = "open", rules: Int = 2, code: String? = nil)
        case cut(String)
        case decline(String, String, number: Int = 1, forGood: Bool)
        case endMatch
        case leave(String)
        case lose(returning: String)
        case mend(String)
        case play(String, JSONObject, is: Foul? = nil)
        case reopen
        case seat(String, String, JSONObject = [:], is: Foul? = nil)
        case wait(Duration)
    }

    /// Takes all steps from the start.
    func run(sourceLocation: SourceLocation = #_sourceLocation) {
        var bench = bench
        bench.perform(steps, in: testDescription + ", ", sourceLocation)
    }
}

extension Bench {
    /// Takes steps, and expects the foul that each of them names.
    mutating func perform(
        _ steps: BenchStory.Step..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
        perform(steps, in: "", sourceLocation)
    }

    fileprivate mutating func perform(
        _ steps: [BenchStory.Step], in story: String, _ sourceLocation: SourceLocation
    ) {
        for (index, step) in steps.enumerated() {
            let (found, expected) = perform(step)
            #expect(
                found == expected, "\(story)step \(index + 1): \(step)",
                sourceLocation: sourceLocation)
        }
    }

    /// Takes one step, and returns the foul in it beside the one that it names.
    private mutating func perform(_ step: BenchStory.Step) -> (found: Foul?, expected: Foul?) {
        switch step {
        case .ask(let name, let other, let number, let foul):
            return (ask(name, other, number: number), foul)
        case .change(let name, let members, let foul): return (change(name, members), foul)
        case .play(let name, let members, let foul): return (play(name, members), foul)
        case .seat(let circle, let cross, let members, let foul):
            return (seat(circle, cross, members), foul)
        case .come(let name, let mode, let rules, let code):
            come(name, mode: mode, rules: rules, code: code)
        case .cut(let name): cut(name)
        case .decline(let name, let other, let number, let forGood):
            decline(name, other, number: number, forGood: forGood)
        case .endMatch: endMatch()
        case .leave(let name): leave(name)
        case .lose(let name): lose(returning: name)
        case .mend(let name): mend(name)
        case .reopen: reopen()
        case .wait(let span): wait(span)
        }
        return (nil, nil)
    }
}
