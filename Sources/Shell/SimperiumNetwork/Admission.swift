/// How many connections there may be, in all and from one address, and how many there are.
package final class Admission {
    /// Fewer connections say nothing about where most come from.
    private static let fewest = 50

    private let limit: Int
    private let limitPerAddress: Int
    package private(set) var count = 0
    private var counts: [[UInt8]: Int] = [:]
    /// Hears once if most connections come from one address, and from which.
    package var onCrowd: ((SocketAddress) -> Void)?

    package init(limit: Int, limitPerAddress: Int) {
        self.limit = limit
        self.limitPerAddress = limitPerAddress
    }

    /// Nil if there are too many already. A proxy's own connections have the limit in all only,
    /// because many clients share them.
    func admit(_ address: SocketAddress, isProxy: Bool = false) -> Pass? {
        guard count < limit else { return nil }
        return isProxy ? passage(from: nil) : passage(from: address)
    }

    /// Counts a connection from now on as that of the client for whom a proxy speaks. False if
    /// there are too many from there, and then nothing is done.
    package func recount(_ connection: TCPConnection, as client: SocketAddress) -> Bool {
        guard let pass = passage(from: client) else { return false }
        connection.pass = pass
        connection.peer = client
        return true
    }

    private func passage(from address: SocketAddress?) -> Pass? {
        if let address {
            let neighbours = counts[address.addressPrefix, default: 0]
            guard neighbours < limitPerAddress else { return nil }
            counts[address.addressPrefix] = neighbours + 1
            if neighbours >= Self.fewest, neighbours * 2 > count { onCrowd.take()?(address) }
        }
        count += 1
        return Pass(self, address?.addressPrefix)
    }

    fileprivate func release(_ addressPrefix: [UInt8]?) {
        count -= 1
        guard let addressPrefix, let neighbours = counts[addressPrefix] else { return }
        counts[addressPrefix] = neighbours > 1 ? neighbours - 1 : nil
    }
}

/// One admitted connection. It is given back when the connection lets go of it.
final class Pass {
    private let admission: Admission
    private let addressPrefix: [UInt8]?

    fileprivate init(_ admission: Admission, _ addressPrefix: [UInt8]?) {
        self.admission = admission
        self.addressPrefix = addressPrefix
    }

    deinit {
        admission.release(addressPrefix)
    }
}
