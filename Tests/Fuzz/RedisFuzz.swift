import RedisWire

func fuzzRedis(_ input: [UInt8]) {
    var limits = RedisReaderLimits()
    (limits.text, limits.line, limits.elements, limits.depth) = (300, 100, 50, 4)
    expectSameHoweverCut(input) { chunks in
        var reader = RedisReader(limits)
        var answers: [Result<RedisValue, RedisProtocolError>] = []
        do throws(RedisProtocolError) {
            for chunk in chunks + [[]] {
                for answer in try reader.read(chunk.span) { answers.append(.success(answer)) }
                precondition(reader.pendingCount <= 300 + 100 + 66)
            }
        } catch {
            answers.append(.failure(error))
        }
        return answers
    }
}
