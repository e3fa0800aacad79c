import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Options of a bucket")
struct OptionTests {
    @Test(
        "S55: Objects beyond the capacity are removed, the one that was changed longest ago first")
    func capacity() {
        var server = TestHub()
        server.setOptions(["capacity": 2])
        let client = server.join()
        for key in ["a", "b"] { _ = server.change(.modify(key, "{}", id: "1"), by: client) }
        _ = server.change(.modify("a", sv: 1, whole: #"{"n":1}"#, id: "2"), by: client)
        server.send(Written.modify("c", "{}", id: "3").frame(), from: client)
        server.finishWork()
        let heard = server.heard(by: client)
        #expect(heard.outcomes == ["→1 {}", "-2"])
        #expect(heard.accepted.map(\.key) == [named("c"), named("b")])
    }

    @Test("A bucket without options of its own has the defaults, and new options apply at once")
    func defaults() {
        var server = TestHub()
        server.setOptions(["capacity": 1, "version_max": 1, "version10_max": 0], of: "__default__")
        server.setOptions(["capacity": 2])
        let client = server.join()
        let other = server.join("other")
        for key in ["a", "b"] {
            server.send(Written.modify(key, "{}", id: "1").frame(), from: client)
            server.send(Written.modify(key, "{}", id: "1").frame(), from: other)
        }
        server.finishWork()
        #expect(server.heard(by: client).outcomes == ["→1 {}", "→1 {}"])
        #expect(server.heard(by: other).outcomes == ["→1 {}", "→1 {}", "-2"])
        _ = server.change(.modify("a", sv: 1, whole: #"{"n":1}"#, id: "2"), by: client)
        server.expect(["0:e:a.1\n?"], to: "0:e:a.1", by: client)

        server = TestHub()
        let writer = server.join()
        _ = server.change(.modify("a", "{}", id: "1"), by: writer)
        server.setOptions(["schema": false])
        server.expect("400", of: .modify("b", "{}", id: "1"), by: writer)
    }

    @Test("S56: A change that breaks the schema is error 400, and so is a forbidden removal")
    func schema() {
        var server = TestHub()
        server.setOptions([
            "schema": ["required": ["t"], "properties": ["t": ["type": "string"]]],
            "delete-schema": ["properties": ["done": ["enum": [true]]], "required": ["done"]],
        ])
        let client = server.join()
        server.expect("400", of: .modify("k", whole: #"{"n":1}"#, id: "1"), by: client)
        server.expect("400", of: .modify("k", whole: #"{"t":1}"#, id: "2"), by: client)
        #expect(
            server.change(.modify("k", "{}", whole: #"{"t":"x"}"#, id: "3"), by: client).first?
                .first == "→")
        server.expect("400", of: .modify("k", sv: 1, #"{"t":{"o":"-"}}"#, id: "4"), by: client)
        server.expect("400", of: .remove("k", id: "5"), by: client)
        _ = server.change(.modify("k", sv: 1, #"{"done":{"o":"+","v":true}}"#, id: "6"), by: client)
        server.expect("-3", of: .remove("k", id: "7"), by: client)
    }

    @Test("Invalid options have no effect")
    func senseless() {
        let rows: [JSONObject] = [
            ["capacity": 0], ["capacity": -1], ["capacity": "many"], ["version_max": "x"],
            ["schema": 3], ["presence": "everybody"], ["presenceGrace": -5], ["capacity": nil],
        ]
        for options in rows {
            #expect(
                BucketOptions(own: options, defaults: [:]) == BucketOptions(), "\(options)")
        }
    }

    @Test("I-4: A schema that can't be enforced is refused with the reason")
    func flawedSchemas() {
        let rows: [(JSON, String?)] = [
            (["type": "nonsense"], "type must be the name of a type, or a list of them"),
            (["type": 5], "type must be the name of a type, or a list of them"),
            (["type": []], "type must be the name of a type, or a list of them"),
            (["maxLength": -1], "maxLength must be an integer, 0 or greater"),
            (["minItems": 1.5], "minItems must be an integer, 0 or greater"),
            (["required": "t"], "required must be a list of names"),
            (["required": [1]], "required must be a list of names"),
            (["enum": 5], "enum must be a list of values"),
            (["minimum": "x"], "minimum must be a number"),
            (["properties": []], "properties must be an object"),
            (["properties": ["a": 5]], "a: a schema is an object, true or false"),
            (["items": ["const": 1]], "items: const is not supported"),
            (["pattern": "^x"], "pattern is not supported"),
            (["anyOf": []], "anyOf is not supported"), (["not": [:]], "not is not supported"),
            (["title": "a note", "description": "", "type": ["object", "null"]], nil),
            (["additionalProperties": false, "items": true, "minimum": 0.5], nil), (true, nil),
        ]
        for (schema, reason) in rows {
            #expect(Schema.flaw(in: schema) == reason, "\(schema)")
            let flaw = BucketOptions.flaw(in: ["delete-schema": schema])
            #expect(flaw?.reason == reason && (flaw == nil) == (reason == nil), "\(schema)")
        }
        // An earlier version may have stored one.
        let old = BucketOptions(own: ["schema": ["required": "t", "not": [:]]], defaults: [:])
        #expect(old.schema?.allows([:]) == true)
    }

    @Test("A mistyped name of an option is refused, and other members are not")
    func mistypedNames() {
        let rows: [(JSONString, BucketOptionName?)] = [
            ("delete_schema", .removalSchema), ("Capacity", .capacity), ("capacty", .capacity),
            ("capacities", nil), ("schemas", .schema), ("versionmax", .versions),
            ("presence_grace", .presenceGrace), ("sharin", .sharing), ("sharin ", .sharing),
            ("mine", nil), ("", nil), ("share", nil), ("ttl", nil),
        ]
        for (name, option) in rows {
            let options: JSONObject = [name: 5]
            #expect(BucketOptions.flaw(in: options)?.option == option, "\(name)")
            #expect(BucketOptions.flaw(in: options, since: options) == nil, "\(name)")
            #expect(BucketOptions.flaw(in: [name: nil]) == nil, "\(name)")
        }
        var server = TestHub()
        server.setOptions(["Schema": false])
        let client = server.join()
        server.expect("→1 {}", of: .modify("a", "{}", id: "1"), by: client)
        server.setOptions(["schema": false])
        server.expect("400", of: .modify("b", "{}", id: "1"), by: client)
    }

    @Test("A schema validates the types that it names, and ignores others")
    func rules() throws {
        let rows: [(JSON, [JSON], [JSON])] = [
            (["type": "integer"], [1, 1.0, -3], [1.5, "1", true, nil]),
            (["type": ["number", "null"]], [1.5, nil], ["1", true, [:]]),
            (["enum": [1, "a", [true]]], [1, 1.0, "a", [true]], [2, "b", true]),
            (["minimum": 2, "maximum": 3.5], [2, 3, 3.5, "x"], [1, 4, 3.6]),
            (["minLength": 2, "maxLength": 3], ["ab", "a😀", "a😀b", 5], ["a", "😀", "a😀bc", ""]),
            (["maxItems": 1, "items": ["type": "string"]], [[], ["a"]], [["a", "b"], [1]]),
            (
                ["properties": ["a": ["type": "null"]], "additionalProperties": false],
                [["a": nil], [:]], [["a": 1], ["b": 1]]
            ),
            (["additionalProperties": ["type": "boolean"]], [["x": true]], [["x": 1]]),
            (["required": ["a", "b"]], [["a": 1, "b": 2]], [["a": 1]]),
            (true, [1, [:]], []), (false, [], [1, [:]]), (["pattern": "^x"], ["y"], []),
        ]
        for (words, allowed, forbidden) in rows {
            let member = try #require(Schema(["properties": ["it": words]]))
            for value in allowed { #expect(member.allows(["it": value]), "\(words) \(value)") }
            for value in forbidden { #expect(!member.allows(["it": value]), "\(words) \(value)") }
        }
    }
}
