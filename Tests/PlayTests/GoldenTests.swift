import Drawing
import Play
import TestSupport
import Testing

/// The screens at each size with a layout of its own, letter by letter.
///
/// The files of `Tests/Goldens` contain the approved screens. After an intended change, `make
/// goldens` rewrites them, and the difference is reviewed before it is committed.
@Suite("Golden screens")
struct GoldenTests {
    private static let sizes = [(24, 80), (40, 120), (12, 40), (8, 20)]
    private static let folder = ThisBuild.repository + "/Tests/Goldens"

    @Test("Every screen is as it was approved", arguments: Scene.allCases)
    func screens(scene: Scene) throws {
        let file = "\(Self.folder)/\(scene.rawValue).txt"
        let shown = Self.screens(of: scene)
        if environment("RENEW_GOLDENS") != nil {
            try Files.makeFolder(Self.folder)
            try Files.write(shown, to: file)
        }
        let approved = try Files.text(file)

        #expect(shown == approved, "\(scene.rawValue) differs; see “make goldens”")
    }

    @Test("There is no file without a screen")
    func files() throws {
        let names = try Files.names(in: Self.folder)
        #expect(Set(names) == Set(Scene.allCases.map { $0.rawValue + ".txt" }))
    }

    /// All sizes below each other, each in a frame that shows where it ends.
    private static func screens(of scene: Scene) -> String {
        var house = scene.house
        let guest = scene.viewer
        return sizes.map { rows, columns in
            house.feed(.resized(Size(rows: rows, columns: columns)), to: guest)
            let text = house.screen(guest)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let rule = "+" + String(repeating: "-", count: columns) + "+"
            let framed = lines.map { line in
                "|" + line + String(repeating: " ", count: columns - String(line).columns) + "|"
            }
            return (["\(columns)x\(rows)", rule] + framed + [rule, ""]).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
