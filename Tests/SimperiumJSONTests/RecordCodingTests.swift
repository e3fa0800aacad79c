import SimperiumClock
import SimperiumJSON
import TestSupport
import Testing

@Suite("JSON: Codable")
struct RecordCodingTests {
    private struct Widths: Hashable, Codable {
        var int = Int.min
        var int8 = Int8.min
        var int16 = Int16.min
        var int32 = Int32.min
        var int64 = Int64.min
        var int128 = Int128.min
        var uint = UInt.max
        var uint8 = UInt8.max
        var uint16 = UInt16.max
        var uint32 = UInt32.max
        var uint64 = UInt64.max
        var uint128 = UInt128.max
        var double = Double.leastNonzeroMagnitude
        var float = Float.pi
    }

    private enum Shape: Hashable, Codable {
        case nothing
        case one(Int)
        case named(width: Int, String?)
        indirect case inner(Shape, [Shape])
    }

    @Test("Integers of every width are written exactly, and a number that does not fit is refused")
    func widths() throws {
        let json = try RecordEncoder().encode(Widths())
        #expect(try RecordDecoder().decode(Widths.self, from: json) == Widths())
        #expect("\(json["uint64"] ?? .null)" == "18446744073709551615")
        #expect("\(json["int128"] ?? .null)" == "\(Int128.min)")
        let text = try JSON(parsing: json.utf8)
        #expect(try RecordDecoder().decode(Widths.self, from: text) == Widths())

        #expect(throws: RecordError.self) {
            try RecordDecoder().decode([Int8].self, from: [1, 128])
        }
        do throws(RecordError) {
            _ = try RecordDecoder().decode([String: [Int8]].self, from: ["a": [1, 128]])
        } catch {
            #expect("\(error)" == "a.1 is not a whole number that fits Int8")
        }
    }

    @Test("A double without a JSON literal is refused")
    func infinite() throws {
        for number in [Double.infinity, -.infinity, .nan] {
            do throws(RecordError) {
                _ = try RecordEncoder().encode(["a": [number]])
                Issue.record("written: \(number)")
            } catch {
                #expect("\(error)" == "a.0 JSON has no number for \(number)")
            }
            #expect(throws: RecordError.self) { try RecordEncoder().encode(Float(number)) }
        }
    }

    @Test("Another encoder gets the nearest double, and an error for a number beyond all doubles")
    func otherEncoder() throws {
        let text = #"[1,0.5,null,{"a":"x"}]"#
        #expect(try FoundationJSON.text(of: JSON(text: text)) == text)
        for literal in ["1e999", "-1e999"] {
            let json = try JSON(text: "[\(literal)]")
            #expect(throws: EncodingError.self) { try FoundationJSON.text(of: json) }
        }
    }

    @Test("Cases are written by their names, and a missing member differs from null")
    func cases() throws {
        let shape = Shape.inner(
            .named(width: 3, nil), [.nothing, .one(-1), .named(width: 1, "x")])
        let json = try RecordEncoder().encode(shape)
        #expect(
            "\(json)" == #"{"inner":{"_0":{"named":{"width":3}},"#
                + #""_1":[{"nothing":{}},{"one":{"_0":-1}},{"named":{"width":1,"_1":"x"}}]}}"#)
        #expect(try RecordDecoder().decode(Shape.self, from: json) == shape)
        let nulls: [Int?] = [1, nil, 2]
        #expect("\(try RecordEncoder().encode(nulls))" == "[1,null,2]")
        #expect(try RecordDecoder().decode([Int?].self, from: [1, nil, 2]) == nulls)
    }

    @Test("JSON within a value is unchanged, including each literal", arguments: Seeds.batches(100))
    func exact(seeds: [UInt64]) throws {
        struct Holder: Hashable, Codable {
            let json: JSON
            let object: JSONObject
            let texts: [String]
            let optional: JSON?
        }
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let holder = Holder(
                json: random.value(), object: random.object(),
                texts: [random.text(upTo: 9), random.text(upTo: 9)],
                optional: random.chance(1, in: 2) ? random.number() : nil)
            let json = try RecordEncoder().encode(holder)
            #expect(json["json"]?.utf8 == holder.json.utf8)
            #expect(json["object"]?.utf8 == holder.object.utf8)
            let read = try RecordDecoder().decode(Holder.self, from: try JSON(parsing: json.utf8))
            #expect(read == holder)
            #expect(try RecordEncoder().encode(read).utf8 == json.utf8)
        }
    }

    @Test("Garbage is refused with its path, and never traps", arguments: Seeds.batches(100))
    func garbage(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let json = random.value(depth: 4)
            _ = try? RecordDecoder().decode(Shape.self, from: json)
            _ = try? RecordDecoder().decode(Widths.self, from: json)
            _ = try? RecordDecoder().decode([Shape].self, from: json)
            _ = try? RecordDecoder().decode(Diff.self, from: json)
        }
    }
}

@Suite("JSON: Codable by hand")
struct RecordContainerTests {
    private class Animal: Codable {
        var legs = 4
        init() {}
    }

    private final class Cat: Animal {
        var name = "Tom"
        private enum CodingKeys: String, CodingKey { case name }

        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            try super.init(from: try container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try super.encode(to: container.superEncoder())
            try container.encode(name, forKey: .name)
        }
    }

    /// A value that nests each kind of container in another.
    private struct Nested: Hashable, Codable {
        enum Outer: String, CodingKey { case list, map }
        enum Inner: String, CodingKey { case a }
        var numbers = [1, 2]
        var word = "x"

        init() {}

        init(from decoder: any Decoder) throws {
            let outer = try decoder.container(keyedBy: Outer.self)
            var list = try outer.nestedUnkeyedContainer(forKey: .list)
            var inner = try list.nestedUnkeyedContainer()
            numbers = []
            while !inner.isAtEnd { numbers.append(try inner.decode(Int.self)) }
            #expect(try list.decodeNil())
            let deep = try list.nestedContainer(keyedBy: Inner.self)
            word = try deep.decode(String.self, forKey: .a)
            #expect(list.isAtEnd)
            let map = try outer.nestedContainer(keyedBy: Inner.self, forKey: .map)
            #expect(try map.decodeNil(forKey: .a))
            #expect(outer.allKeys.map(\.rawValue) == ["list", "map"])
        }

        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Outer.self)
            var list = outer.nestedUnkeyedContainer(forKey: .list)
            var map = outer.nestedContainer(keyedBy: Inner.self, forKey: .map)
            var inner = list.nestedUnkeyedContainer()
            try list.encodeNil()
            var deep = list.nestedContainer(keyedBy: Inner.self)
            // Filled after the containers behind it.
            for number in numbers { try inner.encode(number) }
            try deep.encode(word, forKey: .a)
            try map.encodeNil(forKey: .a)
        }
    }

    @Test("A superclass has its own key, and containers can be filled in any order")
    func inheritance() throws {
        let cat = Cat()
        cat.legs = 3
        let json = try RecordEncoder().encode(cat)
        #expect("\(json)" == #"{"super":{"legs":3},"name":"Tom"}"#)
        let read = try RecordDecoder().decode(Cat.self, from: json)
        #expect(read.legs == 3 && read.name == "Tom")

        let nested = try RecordEncoder().encode(Nested())
        #expect("\(nested)" == #"{"list":[[1,2],null,{"a":"x"}],"map":{"a":null}}"#)
        #expect(try RecordDecoder().decode(Nested.self, from: nested) == Nested())
    }

    @Test("A substitute for a value is read in its place")
    func substitution() throws {
        let encoder = RecordEncoder { value in (value as? Duration).map { _ in "a while" } }
        let decoder = RecordDecoder { type, _ in type == Duration.self ? Duration.seconds(1) : nil }
        let json = try encoder.encode([Duration.seconds(1)])
        #expect(json == ["a while"])
        #expect(try decoder.decode([Duration].self, from: json) == [.seconds(1)])
    }
}
