import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Versions of an object")
struct EntityTests {
    @Test(
        "S21, S22, S23: The version is behind the last dot; a missing one is a question mark",
        arguments: [
            ("k.1", #"{"data":{"n":1}}"#), ("a.b.c.2", #"{"data":{"n":2}}"#), ("k.2", "?"),
            ("x.1", "?"), ("a.b.c.3", "?"), ("a.b.c", "?"), ("k", "?"), ("k.", "?"), (".1", "?"),
            ("k.0", "?"), ("k.-1", "?"), ("k.99999999999999999999", "?"), ("k.1x", "?"),
        ])
    func reading(request: String, answer: String) {
        var server = TestHub()
        let client = server.join()
        _ = server.change(.modify("k", whole: #"{"n":1}"#, id: "1"), by: client)
        _ = server.change(.modify("a.b.c", whole: #"{"n":1}"#, id: "1"), by: client)
        _ = server.change(.modify("a.b.c", sv: 1, whole: #"{"n":2}"#, id: "2"), by: client)
        server.expect(["0:e:\(request)\n\(answer)"], to: "0:e:\(request)", by: client)
    }

    @Test("S24, S54: Of twelve versions, with 5 and 1 retained, 8 to 12 and 1 remain")
    func retention() {
        var server = TestHub()
        server.setOptions(["version_max": 5, "version10_max": 1])
        let client = server.join()
        for number in 1...12 {
            let change = Written.modify(
                "k", sv: number - 1, whole: #"{"n":\#(number)}"#, id: "\(number)")
            _ = server.change(change, by: client)
        }
        for number in 1...13 {
            let isKept = number == 1 || (8...12).contains(number)
            let answer = isKept ? #"{"data":{"n":\#(number)}}"# : "?"
            server.expect(["0:e:k.\(number)\n\(answer)"], to: "0:e:k.\(number)", by: client)
        }
        server.expect(
            "405", of: .modify("k", sv: 7, #"{"m":{"o":"+","v":1}}"#, id: "x"), by: client)
        server.expect(
            #"12→13 {"m":{"o":"+","v":1}}"#,
            of: .modify("k", sv: 8, #"{"m":{"o":"+","v":1}}"#, id: "y"), by: client)

        // Versions that an option no longer keeps can't be read, though they are stored.
        server = TestHub()
        let other = server.join()
        for number in 1...9 {
            _ = server.change(
                .modify("k", sv: number - 1, whole: #"{"n":\#(number)}"#, id: "\(number)"),
                by: other)
        }
        server.setOptions(["version_max": 2, "version10_max": 0])
        server.expect(["0:e:k.7\n?"], to: "0:e:k.7", by: other)
        server.expect(["0:e:k.8\n{\"data\":{\"n\":8}}"], to: "0:e:k.8", by: other)
    }

    @Test("The retained versions are exactly those that are not outdated, for all options")
    func outdated() {
        for (contiguous, tenths) in [(1, 0), (1, 2), (5, 1), (10, 3), (50, 2), (60, 100)] {
            let retention = VersionRetention(contiguous: contiguous, tenths: tenths)
            var kept: Set<Int> = []
            for number in 1...400 {
                kept.insert(number)
                for gone in retention.newlyOutdated(by: version(number)) {
                    kept.remove(gone.number)
                }
                let expected = (1...number).filter {
                    retention.keeps(version($0), of: version(number))
                }
                #expect(kept.sorted() == expected, "\(contiguous), \(tenths) at \(number)")
            }
        }
        let published = VersionRetention(contiguous: 50, tenths: 2)
        let kept = (1...100).filter { published.keeps(version($0), of: version(100)) }
        #expect(kept == [31, 41] + Array(51...100))
    }
}
