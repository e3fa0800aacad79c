extension [UInt8] {
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    /// A single byte, which is quicker than a text of one.
    mutating func append(ascii scalar: Unicode.Scalar) {
        append(UInt8(ascii: scalar))
    }

    mutating func append(number: Int) {
        if number > 9 { append(number: number / 10) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    mutating func append(_ glyph: Glyph) {
        for scalar in glyph.scalars {
            if scalar.isASCII {
                append(ascii: scalar)
            } else {
                append(contentsOf: scalar.utf8)
            }
        }
    }
}

/// How many digits a number that is not negative is written with.
func digits(_ number: Int) -> Int {
    number < 10 ? 1 : 1 + digits(number / 10)
}
