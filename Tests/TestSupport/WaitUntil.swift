internal import Glibc

/// Waits until a condition is true, by polling. False if it is not true within the time.
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
