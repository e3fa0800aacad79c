// The conformances of the public names. A public type must declare them itself, because the
// defaults have package access.

extension BucketName {
    public var description: String { text }

    public init(from decoder: any Decoder) throws {
        self = try Self.decoded(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try encodeText(to: encoder)
    }
}

extension ObjectKey {
    public var description: String { text }

    public init(from decoder: any Decoder) throws {
        self = try Self.decoded(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try encodeText(to: encoder)
    }
}

extension Token {
    public var description: String { "secret" }
    public var debugDescription: String { description }

    public static func == (left: Token, right: Token) -> Bool { left.constantTimeEquals(right) }

    public func hash(into hasher: inout Hasher) {
        hashText(into: &hasher)
    }

    public init(from decoder: any Decoder) throws {
        self = try Self.decoded(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try encodeText(to: encoder)
    }
}
