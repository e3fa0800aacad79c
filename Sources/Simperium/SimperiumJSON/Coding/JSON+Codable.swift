extension JSON: Codable {
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? JSONDecoding {
            self = decoder.json
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let int = try? container.decode(Int.self) {
            self.init(int)
        } else if let double = try? container.decode(Double.self), let number = JSONNumber(double) {
            self = .number(number)
        } else if let string = try? container.decode(String.self) {
            self.init(string)
        } else if let elements = try? container.decode([JSON].self) {
            self = .array(elements)
        } else {
            let members = try container.decode([String: JSON].self)
            let names = members.keys.sorted()
            self = .object(
                JSONObject(
                    names.map { .init(name: JSONString($0), value: members[$0] ?? .null) }))
        }
    }

    /// Encodes the value. Encoders other than `RecordEncoder` get a number as an `Int` or as the
    /// nearest `Double`, because they have no exact numbers. Throws an `EncodingError` for a number
    /// beyond the range of `Double`.
    public func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? JSONEncoding { return encoder.draft.setValue(self) }
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .number(let number):
            if let int = number.int { return try container.encode(int) }
            guard let double = number.double else {
                throw EncodingError.invalidValue(
                    number,
                    .init(
                        codingPath: encoder.codingPath,
                        debugDescription: "\(number) is beyond the range of Double"))
            }
            try container.encode(double)
        case .string(let text): try container.encode(text.string)
        case .array(let elements): try container.encode(elements)
        case .object(let members):
            try container.encode(
                Dictionary(members.map { ($0.name.string, $0.value) }) { $1 })
        }
    }
}

extension JSONObject: Codable {
    public init(from decoder: any Decoder) throws {
        let json = try JSON(from: decoder)
        guard case .object(let members) = json else {
            throw DecodingError.typeMismatch(
                JSONObject.self,
                .init(codingPath: decoder.codingPath, debugDescription: "is not an object"))
        }
        self = members
    }

    public func encode(to encoder: any Encoder) throws {
        try JSON.object(self).encode(to: encoder)
    }
}

extension JSONString: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}

/// Encodes and decodes a diff in its wire format.
extension Diff: Codable {
    package init(from decoder: any Decoder) throws {
        let json = try JSON(from: decoder)
        do throws(DiffError) {
            try self.init(json)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "is not a diff"))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var bytes: [UInt8] = []
        bytes.append(json: self)
        try JSON(parsing: bytes, limits: .init(bytes: .max, depth: JSONLimits.deepest))
            .encode(to: encoder)
    }
}
