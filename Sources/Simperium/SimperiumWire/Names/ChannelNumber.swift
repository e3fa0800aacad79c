/// The number of a channel on a connection. Each channel is for one bucket.
package struct ChannelNumber: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }
}
