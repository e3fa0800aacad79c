extension TextDelta {
    /// Half of the standard depth, so that a delta can't make an array deeper than a text may be.
    private static let lineLimits = JSONLimits(bytes: .max, depth: JSONLimits.standard.depth / 2)

    /// Applies the delta to the text of an array, one element to a line.
    func applied(toLinesOf elements: [JSON]) throws(DiffError) -> [JSON] {
        var lines: [UInt8] = []
        for element in elements {
            lines.append(json: element)
            lines.append(UInt8(ascii: "\n"))
        }
        let changed = try applied(to: JSONString(wellFormed: lines)).utf8
        var result: [JSON] = []
        for line in changed.split(separator: UInt8(ascii: "\n")) {
            do {
                result.append(try JSON(parsing: [UInt8](line), limits: Self.lineLimits))
            } catch {
                throw DiffError.badElement
            }
        }
        return result
    }
}
