// The three kinds of containers that `Encodable` writes to.

struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: JSONEncoding
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) {
        add(.value(.null), key)
    }

    func encode(_ value: String, forKey key: Key) {
        add(.value(JSON(value)), key)
    }

    func encode(_ value: Int, forKey key: Key) {
        add(.value(JSON(value)), key)
    }

    func encode(_ value: Bool, forKey key: Key) {
        add(.value(.bool(value)), key)
    }

    func encode(_ value: Int128, forKey key: Key) throws { try add(value, key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try add(value, key) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        try add(value, key)
    }

    func nestedContainer<Inner: CodingKey>(
        keyedBy type: Inner.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Inner> {
        addNestedEncoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        addNestedEncoder(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { addNestedEncoder(IndexOrSuperKey.inherited) }
    func superEncoder(forKey key: Key) -> any Encoder { addNestedEncoder(key) }

    private func addNestedEncoder(_ key: any CodingKey) -> JSONEncoding {
        let inner = encoder.nestedEncoder(key)
        add(.draft(inner.draft), key)
        return inner
    }

    private func add(_ value: some Encodable, _ key: Key) throws {
        add(.value(try encoder.nestedEncoder(key).json(of: value)), key)
    }

    private func add(_ part: JSONBeingEncoded.NestedValue, _ key: any CodingKey) {
        encoder.draft.add(part, as: JSONString(key.stringValue))
    }
}

struct UnkeyedEncoding: UnkeyedEncodingContainer {
    let encoder: JSONEncoding
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.draft.elementCount }

    func encodeNil() {
        encoder.draft.add(.value(.null))
    }

    func encode(_ value: Int128) throws { try add(value) }
    func encode(_ value: UInt128) throws { try add(value) }
    func encode(_ value: some Encodable) throws { try add(value) }

    private func add(_ value: some Encodable) throws {
        let inner = encoder.nestedEncoder(IndexOrSuperKey.index(count))
        encoder.draft.add(.value(try inner.json(of: value)))
    }

    func nestedContainer<Inner: CodingKey>(
        keyedBy type: Inner.Type
    ) -> KeyedEncodingContainer<Inner> {
        addNestedEncoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        addNestedEncoder().unkeyedContainer()
    }

    func superEncoder() -> any Encoder { addNestedEncoder() }

    private func addNestedEncoder() -> JSONEncoding {
        let inner = encoder.nestedEncoder(IndexOrSuperKey.index(count))
        encoder.draft.add(.draft(inner.draft))
        return inner
    }
}

struct SingleEncoding: SingleValueEncodingContainer {
    let encoder: JSONEncoding
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() {
        encoder.draft.setValue(.null)
    }

    func encode(_ value: Int128) throws { try setValue(value) }
    func encode(_ value: UInt128) throws { try setValue(value) }
    func encode(_ value: some Encodable) throws { try setValue(value) }

    private func setValue(_ value: some Encodable) throws {
        var inner = encoder
        inner.draft = JSONBeingEncoded()
        encoder.draft.setValue(try inner.json(of: value))
    }
}

/// The key of an array's element, or of the part that a superclass encodes.
enum IndexOrSuperKey: CodingKey {
    case index(Int)
    case inherited

    init?(intValue: Int) {
        self = .index(intValue)
    }

    init?(stringValue: String) {
        return nil
    }

    var intValue: Int? {
        if case .index(let index) = self { index } else { nil }
    }

    var stringValue: String {
        switch self {
        case .index(let index): "\(index)"
        case .inherited: "super"
        }
    }
}
