/// A request over HTTP, named by the shell that hands it in. No name is ever used twice.
package struct CallID: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: CallID, right: CallID) -> Bool {
        left.rawValue < right.rawValue
    }
}
