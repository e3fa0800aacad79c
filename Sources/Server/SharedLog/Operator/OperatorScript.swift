import RedisWire

enum OperatorScript {
    /// KEYS nodes, living. ARGV incarnation, may begin, replaces, names and digests by turns.
    static let agree = EngineScript.writer(
        #"""
        local others = false
        for _, living in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], text(now()), '+inf')) do
          if living ~= ARGV[1] then others = true end
        end
        local isFirst, differing = true, {}
        for index = 4, #ARGV, 2 do
          local known = redis.call('HGET', KEYS[1], 'with/'..ARGV[index])
          if known then isFirst = false end
          -- Of a setting that is new to the program others have said nothing.
          if known and known ~= ARGV[index + 1] then table.insert(differing, ARGV[index]) end
        end
        local isCopied = redis.call('HEXISTS', KEYS[1], 'copied') == 1
        if isFirst and not isCopied and ARGV[2] == '0' then return {'FORGOTTEN'} end
        if not isFirst and #differing > 0 then
          if others or ARGV[3] == '0' then return {'DIFFERS', differing} end
        end
        for index = 4, #ARGV, 2 do
          redis.call('HSET', KEYS[1], 'with/'..ARGV[index], ARGV[index + 1])
        end
        return {'DONE'}
        """#)

    /// KEYS nodes, bans. ARGV the count of changes that is known, or nothing.
    static let bans = EngineScript.reader(
        #"""
        local count = redis.call('HGET', KEYS[1], 'bans') or '0'
        if count == ARGV[1] then return {'SAME'} end
        return {'BANS', count, redis.call('HVALS', KEYS[2])}
        """#)

    /// KEYS nodes, bans. ARGV target, line.
    static let ban = EngineScript.writer(
        #"""
        redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
        redis.call('HINCRBY', KEYS[1], 'bans', 1)
        return {'DONE'}
        """#)

    /// KEYS nodes, bans. ARGV target.
    static let unban = EngineScript.writer(
        #"""
        if redis.call('HDEL', KEYS[2], ARGV[1]) == 0 then return {'NOBODY'} end
        redis.call('HINCRBY', KEYS[1], 'bans', 1)
        return {'DONE'}
        """#)

    /// KEYS nodes, living, dead.
    static let state = EngineScript.reader(
        #"""
        local info = redis.call('INFO', 'server')..redis.call('INFO', 'replication')
          ..redis.call('INFO', 'memory')
        local living = redis.call('ZRANGEBYSCORE', KEYS[2], text(now()), '+inf')
        return {'STATE', redis.call('HGET', KEYS[1], 'epoch') or '0', living,
          redis.call('SCARD', KEYS[3]), string.match(info, 'redis_version:(%S+)'),
          string.match(info, 'role:(%S+)'), string.match(info, 'connected_slaves:(%d+)'),
          string.match(info, 'used_memory:(%d+)'), string.match(info, 'maxmemory:(%d+)'),
          string.match(info, 'maxmemory_policy:(%S+)')}
        """#)
}
