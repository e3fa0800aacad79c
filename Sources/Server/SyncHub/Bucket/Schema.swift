package import SimperiumJSON

/// What objects of a bucket must be like: the part of JSON Schema that says so in plain terms.
///
/// It knows `type`, `enum`, `required`, `properties`, `additionalProperties`, `items`, `minItems`,
/// `maxItems`, `minLength` and `maxLength` (in UTF-16 units), `minimum` and `maximum`. Other words
/// are ignored, as JSON Schema asks. A rule for another type than a value has does not concern it.
package struct Schema: Hashable, Sendable {
    private var types: [ValueType]?
    private var choices: [JSON]?
    private var required: [JSONString] = []
    private var members: [Member] = []
    /// Of members that are not named; none means anything. There is at most one.
    private var otherMembers: [Schema] = []
    /// Of the elements of an array; none means anything. There is at most one.
    private var elements: [Schema] = []
    private var elementCount = Bounds()
    private var length = Bounds()
    private var number = Bounds()

    /// Nil for what is no schema. In one that is, a word with a senseless value is ignored.
    package init?(_ json: JSON) {
        switch json {
        case .bool(true): break
        case .bool(false): choices = []
        case .object(let words): read(words)
        case .null, .number, .string, .array: return nil
        }
    }

    package func allows(_ object: JSONObject) -> Bool {
        allows(.object(object))
    }

    private mutating func read(_ words: JSONObject) {
        types = words["type"].map(ValueType.list)
        choices = words["enum"]?.array
        required = (words["required"]?.array ?? []).compactMap(\.text)
        members = (words["properties"]?.object ?? [:]).compactMap { word in
            Schema(word.value).map { Member(name: word.name, schema: $0) }
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
        case .string(let text): return length.contain(JSONNumber(text.utf16Count))
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

    private struct Member: Hashable {
        let name: JSONString
        let schema: Schema
    }
}

/// A lowest and a highest number, as far as there are any.
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

    /// One type's name, or several. Unknown ones allow nothing, for what they mean is unknown.
    static func list(_ json: JSON) -> [ValueType] {
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
    /// Whole numbers exactly; others as the doubles that all clients take them for.
    fileprivate func isLess(than other: JSONNumber) -> Bool {
        if let left = int, let right = other.int { return left < right }
        guard let left = double, let right = other.double else { return false }
        return left < right
    }
}
