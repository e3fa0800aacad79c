/// How many connections there may be, in all and from one household, and how many there are.
package final class Admission {
    private let limit: Int
    private let householdLimit: Int
    package private(set) var count = 0
    private var households: [[UInt8]: Int] = [:]

    package init(limit: Int, householdLimit: Int) {
        self.limit = limit
        self.householdLimit = householdLimit
    }

    /// Nil if there are too many already.
    func admit(_ address: SocketAddress) -> Pass? {
        let household = address.household
        let neighbours = households[household, default: 0]
        guard count < limit, neighbours < householdLimit else { return nil }
        count += 1
        households[household] = neighbours + 1
        return Pass(self, household)
    }

    fileprivate func release(_ household: [UInt8]) {
        count -= 1
        guard let neighbours = households[household] else { return }
        households[household] = neighbours > 1 ? neighbours - 1 : nil
    }
}

/// One admitted connection. It is given back when the connection lets go of it.
final class Pass {
    private let admission: Admission
    private let household: [UInt8]

    fileprivate init(_ admission: Admission, _ household: [UInt8]) {
        self.admission = admission
        self.household = household
    }

    deinit {
        admission.release(household)
    }
}
