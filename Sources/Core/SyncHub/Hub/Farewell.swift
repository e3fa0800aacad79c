/// How a connection came to its end.
package enum Farewell: Hashable, Codable, Sendable {
    /// Its client closed it in order (close codes 1000 and 1001): presence leaves at once.
    case goodbye
    /// Anything else: presence waits for the client's return.
    case broken
}
