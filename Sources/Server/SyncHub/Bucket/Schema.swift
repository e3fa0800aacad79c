package import SimperiumJSON

/// A schema for the objects of a bucket: a subset of JSON Schema.
///
/// It supports `type`, `enum`, `required`, `properties`, `additionalProperties`, `items`,
/// `minItems`, `maxItems`, `minLength`, `maxLength`, `minimum` and `maximum`. A keyword for one
/// type allows values of all other types. Annotations such as `title` have no effect. A schema with
/// any other keyword is refused (`flaw(in:)`). In a schema that an earlier version of the server
/// has stored, such keywords are ignored.
package struct Schema: Hashable, Sendable {
    private var types: [ValueType]?
    private var choices: [JSON]?
    private var required: [JSONString] = []
    private var members: [MemberSchema] = []
    /// The schema of members that are not in `properties`; empty if any value is allowed.
    private var otherMembers: [Schema] = []
    /// The schema of the elements of an array; empty if any value is allowed.
    private var elements: [Schema] = []
    private var elementCount = Bounds()
    private var length = Bounds()
    private var number = Bounds()

    /// Parses an object, true or false; nil for other JSON. Invalid keywords are ignored.
    package init?(_ json: JSON) {
        switch json {
        case .bool(true): break
        case .bool(false): choices = []
        case .object(let words): readKeywords(words)
        case .null, .number, .string, .array: return nil
        }
    }

    package func allows(_ object: JSONObject) -> Bool {
        allows(.object(object))
    }

    private mutating func readKeywords(_ words: JSONObject) {
        types = words["type"].map(ValueType.types(in:))
        choices = words["enum"]?.array
        required = (words["required"]?.array ?? []).compactMap(\.text)
        members = (words["properties"]?.object ?? [:]).compactMap { word in
            Schema(word.value).map { MemberSchema(name: word.name, schema: $0) }
        }
        otherMembers = words["additionalProperties"].flatMap(Schema.init).map { [$0] } ?? []
        elements = words["items"].flatMap(Schema.init).map { [$0] } ?? []
        elementCount = Bounds(words["minItems"], words["maxItems"])
        length = Bounds(words["minLength"], words["maxLength"])
        number = Bounds(words["minimum"], words["maximum"])
    }

    private func allows(_ value: JSON) -> Bool {
        if let types, !types.contains(where: { $0.includes(value) }) { return false }
        if let choices, !choices.contains(value) { return false }
        switch value {
        case .null, .bool: return true
        case .number(let value): return number.contain(value)
        case .string(let text): return length.contain(JSONNumber(text.characterCount))
        case .array(let values):
            return elementCount.contain(JSONNumber(values.count))
                && elements.allSatisfy { schema in values.allSatisfy(schema.allows) }
        case .object(let object):
            return required.allSatisfy { object[$0] != nil } && object.allSatisfy(allows)
        }
    }

    private func allows(_ member: JSONObject.Member) -> Bool {
        if let named = members.first(where: { $0.name == member.name }) {
            return named.schema.allows(member.value)
        }
        return otherMembers.allSatisfy { $0.allows(member.value) }
    }

    private struct MemberSchema: Hashable {
        let name: JSONString
        let schema: Schema
    }
}

extension Schema {
    /// Keywords that are accepted but have no effect.
    private static let annotations: Set<JSONString> = [
        "$schema", "$id", "$comment", "title", "description", "default", "examples",
    ]

    /// Returns the reason why the schema is invalid, as a text for the schema's author; nil if the
    /// schema is valid.
    package static func flaw(in json: JSON) -> String? {
        switch json {
        case .bool: return nil
        case .object(let words):
            return words.lazy.compactMap { flaw(ofKeyword: $0.name, $0.value) }.first
        case .null, .number, .string, .array: return "a schema is an object, true or false"
        }
    }

    private static func flaw(ofKeyword word: JSONString, _ value: JSON) -> String? {
        func flawUnless(_ isValid: Bool?, mustBe kind: String) -> String? {
            isValid == true ? nil : "\(word.string) must be \(kind)"
        }
        func flawNaming(_ name: JSONString, _ flaw: String?) -> String? {
            flaw.map { "\(name.string): \($0)" }
        }
        switch word {
        case "type":
            let names = value.array ?? [value]
            let known = names.allSatisfy { $0.string.flatMap(ValueType.init) != nil }
            return flawUnless(
                known && !names.isEmpty, mustBe: "the name of a type, or a list of them")
        case "enum": return flawUnless(value.array != nil, mustBe: "a list of values")
        case "required":
            return flawUnless(value.array?.allSatisfy { $0.text != nil }, mustBe: "a list of names")
        case "properties":
            guard let members = value.object else { return flawUnless(false, mustBe: "an object") }
            return members.lazy.compactMap { flawNaming($0.name, flaw(in: $0.value)) }.first
        case "additionalProperties", "items": return flawNaming(word, flaw(in: value))
        case "minItems", "maxItems", "minLength", "maxLength":
            return flawUnless(value.int.map { $0 >= 0 }, mustBe: "an integer, 0 or greater")
        case "minimum", "maximum": return flawUnless(value.number != nil, mustBe: "a number")
        default:
            return annotations.contains(word) ? nil : "\(word.string) is not supported"
        }
    }
}

/// An inclusive range of numbers. Either end may be missing.
private struct Bounds: Hashable {
    private var lowest: JSONNumber?
    private var highest: JSONNumber?

    init(_ lowest: JSON? = nil, _ highest: JSON? = nil) {
        self.lowest = lowest?.number
        self.highest = highest?.number
    }

    func contain(_ number: JSONNumber) -> Bool {
        if let lowest, number.isLess(than: lowest) { return false }
        if let highest, highest.isLess(than: number) { return false }
        return true
    }
}

private enum ValueType: String {
    case array
    case boolean
    case integer
    case null
    case number
    case object
    case string

    /// Returns the types in a schema's `type`: one name or several. Unknown names allow no value.
    static func types(in json: JSON) -> [ValueType] {
        (json.array ?? [json]).compactMap { $0.string.flatMap(ValueType.init) }
    }

    func includes(_ value: JSON) -> Bool {
        switch (self, value) {
        case (.array, .array), (.boolean, .bool), (.null, .null), (.number, .number),
            (.object, .object), (.string, .string):
            true
        case (.integer, .number(let number)): number.int != nil
        default: false
        }
    }
}

extension JSONNumber {
    /// Returns true if the number is less than `other`. Integers are compared exactly, other
    /// numbers as doubles, as all clients do.
    fileprivate func isLess(than other: JSONNumber) -> Bool {
        if let left = int, let right = other.int { return left < right }
        guard let left = double, let right = other.double else { return false }
        return left < right
    }
}
