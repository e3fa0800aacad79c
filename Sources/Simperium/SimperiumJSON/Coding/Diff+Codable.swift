/// The form on the wire.
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
