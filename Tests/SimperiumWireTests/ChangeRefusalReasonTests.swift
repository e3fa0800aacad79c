import SimperiumWire
import Testing

@Suite("Change errors")
struct ChangeRefusalReasonTests {
    @Test(
        "Each code has its meaning and its remedy",
        arguments: [
            (400, .invalid, .report), (401, .forbidden, .authorizeAgain),
            (404, .noSuchObject, .createAgain), (405, .noSuchVersion, .reloadAndMerge),
            (409, .alreadyApplied, .catchUp), (412, .noEffect, .drop), (413, .tooLarge, .report),
            (417, .unmetExpectation, .sendWhole), (440, .inapplicable, .sendWhole),
            (500, .overloaded(500), .wait), (503, .overloaded(503), .wait),
            (599, .overloaded(599), .wait), (600, .unknown(600), .report),
            (402, .unknown(402), .report), (0, .unknown(0), .report), (-1, .unknown(-1), .report),
        ] as [(Int, ChangeRefusalReason, ChangeRefusalReason.Remedy)])
    func codes(code: Int, error: ChangeRefusalReason, remedy: ChangeRefusalReason.Remedy) {
        #expect(ChangeRefusalReason(code: code) == error)
        #expect(error.code == code)
        #expect(error.remedy == remedy)
    }
}
