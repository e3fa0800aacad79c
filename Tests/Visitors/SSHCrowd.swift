internal import Glibc

/// Many SSH guests that one thread handles.
package final class SSHCrowd {
    package private(set) var visitors: [SSHVisitor] = []
    private let port: UInt16

    package init(port: UInt16) {
        self.port = port
    }

    /// Signs in more guests, a few at a time, and waits until each has received output.
    package func admit(_ count: Int, as user: String, atOnce: Int = 32) {
        var waiting: [SSHVisitor] = []
        var missing = count
        let end = ContinuousClock.now + .seconds(60)
        while missing > 0 || !waiting.isEmpty {
            while missing > 0, waiting.count < atOnce {
                waiting.append(SSHVisitor(user, port: port))
                missing -= 1
            }
            waiting.removeAll { visitor in
                guard visitor.enter(), visitor.look() > 0 else { return false }
                visitors.append(visitor)
                return true
            }
            let hasFailed = waiting.contains { $0.stage == .failed }
            guard ContinuousClock.now < end, !hasFailed else {
                let reasons = Set(waiting.map { "\($0.stage): \($0.error)" })
                fatalError("\(visitors.count) are let in, \(waiting.count) not: \(reasons)")
            }
            Self.wait(for: waiting)
        }
    }

    /// Waits until some of the guests have output to read, and returns them.
    @discardableResult
    package static func wait(for visitors: [SSHVisitor], milliseconds: CInt = 2) -> [SSHVisitor] {
        var descriptors = visitors.map {
            pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
        }
        _ = unsafe poll(&descriptors, nfds_t(descriptors.count), milliseconds)
        return zip(visitors, descriptors).filter { $1.revents != 0 }.map(\.0)
    }

    /// Reads all output until no guest has received any for this time. Stops after 1.5 seconds,
    /// because clocks on the screens tick, and not all at once.
    package func readAll(milliseconds: Int = 300) {
        var quiet = 0
        let end = ContinuousClock.now + .milliseconds(1_500)
        while quiet < milliseconds, ContinuousClock.now < end {
            Self.wait(for: visitors, milliseconds: 10)
            quiet = visitors.reduce(0) { $0 + $1.look() } > 0 ? 0 : quiet + 10
        }
    }
}
