import RedisSamples
import RedisStore
import Testing

@Suite("x")
struct FenceTests {}
