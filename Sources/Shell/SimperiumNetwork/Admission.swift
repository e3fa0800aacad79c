/// How many connections there may be, in all and from one address, and how many there are.
package final class Admission {
    private let limit: Int
    private let limitPerAddress: Int
    package private(set) var count = 0
    private var counts: [[UInt8]: Int] = [:]

    package init(limit: Int, limitPerAddress: Int) {
        self.limit = limit
        self.limitPerAddress = limitPerAddress
    }

    /// Nil if there are too many already.
    func admit(_ address: SocketAddress) -> Pass? {
        let addressPrefix = address.addressPrefix
        let neighbours = counts[addressPrefix, default: 0]
        guard count < limit, neighbours < limitPerAddress else { return nil }
        count += 1
        counts[addressPrefix] = neighbours + 1
        return Pass(self, addressPrefix)
    }

    fileprivate func release(_ addressPrefix: [UInt8]) {
        count -= 1
        guard let neighbours = counts[addressPrefix] else { return }
        counts[addressPrefix] = neighbours > 1 ? neighbours - 1 : nil
    }
}

/// One admitted connection. It is given back when the connection lets go of it.
final class Pass {
    private let admission: Admission
    private let addressPrefix: [UInt8]

    fileprivate init(_ admission: Admission, _ addressPrefix: [UInt8]) {
        self.admission = admission
        self.addressPrefix = addressPrefix
    }

    deinit {
        admission.release(addressPrefix)
    }
}
