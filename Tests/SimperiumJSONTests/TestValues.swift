import SimperiumJSON

/// Parses a JSON text from a table.
func json(_ text: String) throws(JSONError) -> JSON {
    try JSON(parsing: Array(text.utf8))
}

/// An object with the value as its only member `t`; empty if there is no text.
func object(_ text: String?) throws -> JSONObject {
    var object = JSONObject()
    if let text { object["t"] = try json(text) }
    return object
}

/// A diff with the operation for the member `t`; empty if there is no text.
func diff(_ text: String?) throws -> Diff {
    guard let text else { return Diff() }
    return try Diff(.object(JSONObject([.init(name: "t", value: try json(text))])))
}
