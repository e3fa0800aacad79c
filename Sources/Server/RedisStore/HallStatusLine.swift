internal import RedisWire

/// A server's report about one of its halls. All servers read these reports.
package struct HallStatusLine: Hashable, Sendable {
    package let hall: Int
    /// The time since the report.
    package let age: Duration
    /// The text of the report. An empty text removes the report.
    package let text: [UInt8]

    package init(hall: Int, age: Duration = .zero, text: [UInt8]) {
        self.hall = hall
        self.age = age
        self.text = text
    }

    static func arguments(_ lines: [HallStatusLine]) -> RedisArguments {
        var all = RedisArguments()
        for line in lines {
            all.append(line.hall)
            all.append(line.text)
        }
        return all
    }

    /// Returns the lines in an answer, sorted by hall; nil if Redis did not answer, or if the
    /// answer can't be read.
    static func read(_ outcome: RedisRequestOutcome) -> [HallStatusLine]? {
        guard case .answered(let value) = outcome,
            let rows = RedisAnswerRow(value.elements ?? []).rows(1)
        else { return nil }
        let lines = rows.compactMap { row -> HallStatusLine? in
            guard let hall = row.number(0), let age = row.number(1), let text = row.bytes(2) else {
                return nil
            }
            return HallStatusLine(hall: hall, age: .milliseconds(age), text: text)
        }
        return lines.sorted { $0.hall < $1.hall }
    }
}
