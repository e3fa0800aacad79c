/// What one person tells another so that the two can play, wherever the first one is: the code, and
/// behind a dash the hall, as in `KMRX-7`. The first hall needs no number.
package struct InvitationCode: Hashable, Codable, Sendable, CustomStringConvertible {
    package let code: JoinCode
    package let hall: HallNumber

    package init(_ code: JoinCode, in hall: HallNumber) {
        self.code = code
        self.hall = hall
    }

    /// Takes one as people type it. A dash means nothing but in front of a number at the end, and
    /// no code that a program makes ends in one.
    package init?(_ typed: String) {
        if let dash = typed.lastIndex(of: "-"), let code = JoinCode(String(typed[..<dash])),
            let hall = HallNumber(typed[dash...].dropFirst().filter { $0 != " " })
        {
            self.init(code, in: hall)
        } else if let code = JoinCode(typed) {
            self.init(code, in: .first)
        } else {
            return nil
        }
    }

    package var description: String { hall == .first ? code.text : "\(code.text)-\(hall)" }
}
