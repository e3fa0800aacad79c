import RedisWire

/// Reads Redis's bytes at once, and in pieces of a size that the first byte determines. Both must
/// give the same result.
func fuzzRedis(_ input: [UInt8]) {
    guard let size = input.first.map({ Int($0 % 64) + 1 }) else { return }
    let stream = Array(input.dropFirst())
    let chunks = stride(from: 0, to: stream.count, by: size).map { start in
        Array(stream[start...].prefix(size))
    }
    let (whole, cut) = (readRedis([stream]), readRedis(chunks))
    precondition(whole.answers == cut.answers && whole.fault == cut.fault, "a cut says more")
}

private func readRedis(
    _ chunks: [[UInt8]]
) -> (answers: [RedisValue], fault: RedisProtocolError?) {
    var limits = RedisReaderLimits()
    (limits.text, limits.line, limits.elements, limits.depth) = (300, 100, 50, 4)
    var reader = RedisReader(limits)
    var answers: [RedisValue] = []
    do throws(RedisProtocolError) {
        for chunk in chunks + [[]] {
            answers += try reader.read(chunk.span)
            precondition(reader.pendingCount <= 300 + 100 + 66)
        }
        return (answers, nil)
    } catch {
        return (answers, error)
    }
}
