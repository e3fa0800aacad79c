/// How the program ended, as its exit status tells it to whoever started it.
package enum Farewell: Int32, Hashable, Sendable {
    case done = 0
    case failed = 1
    case misused = 2
    case serverUnreachable = 3
    case noSuchMatch = 4
    case refused = 5
}
