extension JSONString {
    /// The number of Unicode scalars, which JSON Schema counts.
    package var characterCount: Int { string.unicodeScalars.count }

    var utf16: [UInt16] { Array(string.utf16) }

    /// Creates a text; returns nil if a surrogate is unpaired.
    init?(utf16 units: [UInt16]) {
        guard let string = String(validating: units, as: UTF16.self) else { return nil }
        self.init(string)
    }
}
