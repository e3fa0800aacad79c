internal import SimperiumJSON

extension JSONLimits {
    static let fromClient = JSONLimits(bytes: Limits.clientFrame, depth: Limits.depth)
    static let fromHub = JSONLimits(bytes: Limits.hubFrame, depth: Limits.hubDepth)
}

extension JSON {
    init(
        payload: Span<UInt8>, of command: WireCommandName, _ limits: JSONLimits
    ) throws(WireError) {
        do throws(JSONError) {
            try self.init(parsing: payload, limits: limits)
        } catch {
            throw .badJSON(of: command, error)
        }
    }

    /// The number, or the number in a string, because iOS sends `"sv":"3"`; nil for any other
    /// value.
    var wholeNumber: Int? { int ?? string?.decimal }
}
