import RedisWire

extension EngineScript {
    /// A number that never comes again, not even after everything was forgotten: incarnations and
    /// epochs are counted together, and are seconds since 1970 at least.
    static let number = #"""
        local function number(nodes, seen)
          local last = tonumber(redis.call('HGET', nodes, 'last') or '0')
          local next = math.max(last + 1, math.floor(now() / 1000), tonumber(seen) + 1)
          redis.call('HSET', nodes, 'last', text(next))
          return next
        end

        """#

    /// KEYS nodes, living. ARGV seen, life in milliseconds, format, may forget, replicas, how keys
    /// begin.
    ///
    /// One that may throw anything away, or keeps no log on its disk, is none for us; nor one of
    /// somebody else, who would not know what has come over their keys. In a cluster no one replica
    /// has it all.
    ///
    /// Another process, a promoted replica and an older state all count as another engine. Nobody
    /// is claimed for one life then, since all nodes may have been cut off at once. An older state
    /// shows in the last number that was given out: incarnations have newer ones than the epoch.
    static let hello = writer(
        number + #"""
            local info = redis.call('INFO', 'server')..redis.call('INFO', 'replication')
            local run =
              string.match(info, 'run_id:(%x+)')..string.match(info, 'master_replid:(%x+)')
            local fitness = redis.call('INFO', 'memory')..redis.call('INFO', 'persistence')
            if ARGV[4] == '0' then
              if string.match(fitness, 'maxmemory_policy:allkeys') then
                return {'UNFIT', 'maxmemory-policy'}
              end
              if string.match(fitness, 'aof_enabled:0') then return {'UNFIT', 'appendonly'} end
            end
            if ARGV[5] ~= '0' and string.match(redis.call('INFO', 'cluster'), 'enabled:1') then
              return {'UNFIT', 'cluster-enabled'}
            end
            local had = redis.call('HMGET', KEYS[1], 'run', 'epoch', 'least', 'last', 'format')
            local ours = tonumber(ARGV[3])
            if tonumber(had[3] or '0') > ours then return {'NEWER', tonumber(had[3])} end
            if had[5] and tonumber(had[5]) < ours - 1 then return {'OLDER', tonumber(had[5])} end
            -- Some of them tell as much as all.
            for _ = 1, not had[3] and ARGV[6] ~= '' and 16 or 0 do
              local key = redis.call('RANDOMKEY')
              local format = key and string.match(key, '^'..ARGV[6]..'(%d+){')
              if key and not format then return {'FOREIGN', key} end
              if key and tonumber(format) > ours then return {'NEWER', tonumber(format)} end
            end
            local time = now()
            -- Only half of what a copy is to have is there, or a copy of it is being made.
            local copying = redis.call('HMGET', KEYS[1], 'unfinished', 'held')
            if copying[1] then return {'UNFINISHED'} end
            if tonumber(copying[2] or '0') > time then return {'COPYING'} end
            if tonumber(had[3] or '0') < ours then
              redis.call('HSET', KEYS[1], 'format', ARGV[3], 'least', ARGV[3])
            end
            if had[1] == run and tonumber(had[4]) >= tonumber(ARGV[1]) then
              return {'LIFE', tonumber(had[2]), 0, time}
            end
            local till = text(time + tonumber(ARGV[2]))
            local epoch = number(KEYS[1], ARGV[1])
            redis.call('HSET', KEYS[1], 'run', run, 'epoch', text(epoch), 'quiet', till)
            for _, living in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
              redis.call('ZADD', KEYS[2], till, living)
            end
            return {'LIFE', epoch, 1, time}
            """#)

    /// KEYS nodes, living. ARGV seen, life.
    static let begin = writer(
        number + #"""
            local incarnation = number(KEYS[1], ARGV[1])
            redis.call('ZADD', KEYS[2], text(now() + tonumber(ARGV[2])), text(incarnation))
            return {'INCARNATION', incarnation}
            """#)

    /// KEYS nodes, living, dead. ARGV incarnation, life, format.
    ///
    /// Who is late itself claims nobody: perhaps the line was down for all.
    static let renew = writer(
        #"""
        local least = tonumber(redis.call('HGET', KEYS[1], 'least') or '0')
        if least > tonumber(ARGV[3]) then return {'NEWER', least} end
        local mine = redis.call('ZSCORE', KEYS[2], ARGV[1])
        if not mine then return {'DEAD'} end
        local time = now()
        local till = text(time + tonumber(ARGV[2]))
        redis.call('ZADD', KEYS[2], till, ARGV[1])
        local known = redis.call('HMGET', KEYS[1], 'epoch', 'quiet')
        if tonumber(mine) < time then
          redis.call('HSET', KEYS[1], 'quiet', till)
        elseif tonumber(known[2] or '0') <= time then
          for _, late in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '('..text(time))) do
            redis.call('ZREM', KEYS[2], late)
            redis.call('SADD', KEYS[3], late)
          end
        end
        return {'ALIVE', tonumber(known[1] or '0'), redis.call('SMEMBERS', KEYS[3]), time}
        """#)

    /// KEYS living, dead. ARGV incarnation.
    static let retire = writer(
        #"""
        if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then return {'DEAD'} end
        redis.call('SADD', KEYS[2], ARGV[1])
        return {'DONE'}
        """#)

    /// KEYS living, logs of the incarnation. ARGV incarnation, log.
    static let note = writer(
        #"""
        if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return {'DEAD'} end
        redis.call('SADD', KEYS[2], ARGV[2])
        return {'DONE'}
        """#)

    /// KEYS dead, logs of the incarnation. ARGV incarnation, log.
    static let buried = writer(
        #"""
        if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 then return {'DONE'} end
        redis.call('SREM', KEYS[2], ARGV[2])
        if redis.call('SCARD', KEYS[2]) == 0 then redis.call('SREM', KEYS[1], ARGV[1]) end
        return {'DONE'}
        """#)

    /// KEYS logs of the incarnation.
    static let logs = reader(
        #"""
        return {'LOGS', redis.call('SMEMBERS', KEYS[1])}
        """#)
}
