internal import Glibc

/// Waits until a condition is true, which nothing announces. False if it is not within the time.
package func waitUntil(
    within time: Duration, every pause: Duration, _ isTrue: () throws -> Bool
) rethrows -> Bool {
    let deadline = ContinuousClock.now + time
    while try !isTrue() {
        guard ContinuousClock.now < deadline else { return false }
        usleep(UInt32(pause / .microseconds(1)))
    }
    return true
}
