import EngineSamples
import SharedLog
import SimperiumClock
import SimperiumWire
import Testing

@Suite("The model engine")
struct ModelEngineTests {
    @Test("Each row is answered as it says", arguments: EngineRow.table)
    func rows(row: EngineRow) {
        let story = EngineStory(row.deeds, at: Stamp(milliseconds: 1_000_000))
        for (index, step) in story.steps.enumerated() {
            let kind = String("\(step.answer)".prefix { $0.isLetter })
            #expect(kind == row.answers[index], "\(index): \(step.deed) \(step.answer)")
        }
    }
}
