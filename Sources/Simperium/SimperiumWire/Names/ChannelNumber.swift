/// A channel's number on one connection: each bucket is synced on its own.
package struct ChannelNumber: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }
}
