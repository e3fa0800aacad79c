import Testing

/// Types and functions that a reader can hold in mind.
@Suite("Sizes")
struct SizeTests {
    private static let sources = TidyTests.files.filter { $0.isIn("Sources") }

    @Test("A type has fourteen stored properties at most")
    func storedProperties() {
        for file in Self.sources {
            for type in StoredProperties(in: file).types where type.count > 14 {
                Issue.record("\(file.path):\(type.line): \(type.name) has \(type.count)")
            }
        }
    }

    @Test("No function has three parameters that its calls don't name")
    func unlabelledParameters() {
        for file in Self.sources {
            for function in Parameters.all(in: file) where function.unlabelledCount > 2 {
                Issue.record("\(file.path):\(function.line)")
            }
        }
    }

    @Test("The count of stored properties misses none, and counts nothing else")
    func propertiesBite() {
        let fifteen = (1...15).map { "    package var number\($0) = \($0)\n" }.joined()
        let file = SourceFile(
            path: "Sources/Some.swift",
            text: """
                package final class Large<Element>: Some,
                    Other
                {
                \(fifteen)    static let shared = 1
                    var computed: Int { number1 }
                    private var longer: Int {
                        let local = 2
                        return local
                    }

                    struct Small {
                        let a: Int
                        private(set) var b = 2 {
                            didSet { a() }
                        }
                        lazy var c: () -> Int = { 3 }
                        var d: Int {
                            didSet { b = 4 }
                        }
                    }

                    func work() {
                        var local = 5
                    }
                }

                extension Large {
                    var other: Int { 6 }
                }
                """)
        let types = StoredProperties(in: file).types
        #expect(types.map(\.name) == ["Large", "Small", "Large"])
        #expect(types.map(\.count) == [15, 4, 0])
        #expect(types.map(\.line) == [3, 26, 42])
    }

    @Test("The count of unlabelled parameters reads whole declarations")
    func parametersBite() {
        let file = SourceFile(
            path: "Sources/Some.swift",
            text: """
                func good(_ a: Int, _ b: [Int: Int], at c: (_ x: Int, _ y: Int) -> Void) {}
                    package init<A: B>(
                        _ a: A, _ b: Int = f(1, 2), of c: Int,
                        _ d: @escaping (Int) -> Int
                    ) throws {
                        self.init(a, b, c)
                    }
                subscript(_ a: Int) -> Int { a }
                """)
        let functions = Parameters.all(in: file)
        #expect(functions.map(\.unlabelledCount) == [2, 3, 1])
        #expect(functions.map(\.texts.count) == [3, 4, 1])
        #expect(functions.map(\.line) == [1, 2, 8])
    }
}
