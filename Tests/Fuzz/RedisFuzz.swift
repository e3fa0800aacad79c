import RedisWire
import SharedLog

/// Has what Redis may say read whole, and cut at each multiple of its first byte: both must come to
/// the same. And the same bytes as what is told of a log.
func fuzzRedis(_ input: [UInt8]) {
    guard let size = input.first.map({ Int($0 % 64) + 1 }) else { return }
    let stream = Array(input.dropFirst())
    let chunks = stride(from: 0, to: stream.count, by: size).map { start in
        Array(stream[start...].prefix(size))
    }
    let (whole, cut) = (readRedis([stream]), readRedis(chunks))
    precondition(whole.messages == cut.messages && whole.fault == cut.fault, "a cut says more")
    _ = EngineMessage.all(in: stream)
}

private func readRedis(
    _ chunks: [[UInt8]]
) -> (messages: [String], fault: RedisFault?) {
    var limits = RedisLimits()
    (limits.text, limits.line, limits.elements, limits.depth) = (300, 100, 50, 4)
    var reader = RedisReader(limits)
    var messages: [String] = []
    do throws(RedisFault) {
        for chunk in chunks + [[]] {
            // As text, because what is no number is not equal to itself.
            messages += try reader.receive(chunk.span).map { "\($0)" }
            precondition(reader.pendingCount <= 300 + 100 + 66)
        }
        return (messages, nil)
    } catch {
        return (messages, error)
    }
}
