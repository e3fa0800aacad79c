// The three kinds of containers that `Decodable` reads from.

struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: JSONObject
    let decoder: JSONDecoding
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name.string) } }

    func contains(_ key: Key) -> Bool { members[JSONString(key.stringValue)] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try nestedDecoder(key).json.isNull }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try nestedDecoder(key).value(type)
    }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try nestedDecoder(key).value(type)
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try nestedDecoder(key).value(type)
    }

    /// Decodes a member; nil if it is missing. `null` counts as missing, too, except for `JSON`,
    /// which has a value for it.
    func decodeIfPresent<Value: Decodable>(
        _ type: Value.Type, forKey key: Key
    ) throws -> Value? {
        guard contains(key) else { return nil }
        if type != JSON.self, try decodeNil(forKey: key) { return nil }
        return try decode(type, forKey: key)
    }

    func nestedContainer<Inner: CodingKey>(
        keyedBy type: Inner.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Inner> {
        try nestedDecoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nestedDecoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try nestedDecoder(IndexOrSuperKey.inherited) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try nestedDecoder(key) }

    private func nestedDecoder(_ key: any CodingKey) throws -> JSONDecoding {
        guard let json = members[JSONString(key.stringValue)] else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "has no \(key.stringValue)"))
        }
        return decoder.nestedDecoder(json, key)
    }
}

struct UnkeyedDecoding: UnkeyedDecodingContainer {
    let elements: [JSON]
    let decoder: JSONDecoding
    private(set) var currentIndex = 0

    init(elements: [JSON], decoder: JSONDecoding) {
        self.elements = elements
        self.decoder = decoder
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        let isNull = try nextDecoder().json.isNull
        if isNull { currentIndex += 1 }
        return isNull
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 { try decodeNext(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeNext(type) }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decodeNext(type)
    }

    mutating func nestedContainer<Inner: CodingKey>(
        keyedBy type: Inner.Type
    ) throws -> KeyedDecodingContainer<Inner> {
        try readNext { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try readNext { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try readNext { $0 } }

    private mutating func decodeNext<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try readNext { try $0.value(type) }
    }

    /// Reads the next element, and steps over it unless `read` throws.
    private mutating func readNext<Part>(_ read: (JSONDecoding) throws -> Part) throws -> Part {
        let part = try read(nextDecoder())
        currentIndex += 1
        return part
    }

    private func nextDecoder() throws -> JSONDecoding {
        let key = IndexOrSuperKey.index(currentIndex)
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                JSON.self,
                .init(codingPath: codingPath + [key], debugDescription: "is missing"))
        }
        return decoder.nestedDecoder(elements[currentIndex], key)
    }
}

struct SingleDecoding: SingleValueDecodingContainer {
    let decoder: JSONDecoding
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.json.isNull }

    func decode(_ type: Int128.Type) throws -> Int128 { try decoder.value(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.value(type) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decoder.value(type)
    }
}
