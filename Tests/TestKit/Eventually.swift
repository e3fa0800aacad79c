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

/// The same without a blocked thread.
@discardableResult
package func eventually(
    within time: Duration = .seconds(60), every pause: Duration = .milliseconds(5),
    at location: SourceLocation = #_sourceLocation, _ isTrue: () async throws -> Bool
) async rethrows -> Bool {
    let deadline = ContinuousClock.now + time
    while ContinuousClock.now < deadline {
        if try await isTrue() { return true }
        try? await Task.sleep(for: pause)
    }
    Issue.record("waited in vain", sourceLocation: location)
    return false
}
