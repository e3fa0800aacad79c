internal import Glibc
internal import TestSupport
package import Testing

/// Waits until a condition is true, which nothing announces. Records an issue and returns false if
/// it is not within the time.
@discardableResult
package func eventually(
    within time: Duration = .seconds(60), every pause: Duration = .milliseconds(20),
    at location: SourceLocation = #_sourceLocation, _ isTrue: () throws -> Bool
) rethrows -> Bool {
    let isSo = try waitUntil(within: time, every: pause, isTrue)
    if !isSo { Issue.record("waited in vain", sourceLocation: location) }
    return isSo
}

/// The same for an asynchronous condition. It blocks its thread between two tries, so its suite has
/// the trait `.waits`: the end of a `Task.sleep` needs a thread of the pool, which other tests may
/// keep busy for minutes.
@discardableResult
package func eventually(
    within time: Duration = .seconds(60), every pause: Duration = .milliseconds(5),
    at location: SourceLocation = #_sourceLocation, _ isTrue: () async throws -> Bool
) async rethrows -> Bool {
    let deadline = ContinuousClock.now + time
    while ContinuousClock.now < deadline {
        if try await isTrue() { return true }
        usleep(UInt32(pause / .microseconds(1)))
    }
    Issue.record("waited in vain", sourceLocation: location)
    return false
}
