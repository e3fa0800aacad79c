import Game
import SimperiumClock

func game() -> Report {
    var report = Report("Game")
    timeBot("the perfect bot's first move", target: 300, in: Match.fresh, &report)
    timeBot("its reply to a first move", target: 100, in: Match.fresh.after(.topLeft), &report)
    timeBot("its move in mid-game", target: 30, in: Match.fresh.after(.topLeft, .centre), &report)
    let match = Match.fresh
    report.time("a legal move played", target: 100, unit: .nanoseconds, count: 100_000) {
        for _ in 0..<100_000 { keep(match.after(.centre)) }
    }
    return report
}

private func timeBot(_ name: String, target: Double, in match: Match, _ report: inout Report) {
    var random = SeededRandom(seed: 1)
    report.time(name, target: target, count: 50) {
        for _ in 0..<50 { keep(Bot.perfect.move(in: match.position, random: &random)) }
    }
}

extension Match {
    fileprivate static let fresh = Match()

    fileprivate func after(_ squares: Square...) -> Match {
        var match = self
        for square in squares { try? match.play(square, by: match.next) }
        return match
    }
}
