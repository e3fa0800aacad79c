import RedisWire

/// The scripts by which an engine is copied, and made to keep what another store does.
enum CopyScript {
    /// KEYS nodes.
    static let look = EngineScript.reader(
        #"""
        if redis.call('EXISTS', KEYS[1]) == 1 then return {'OURS'} end
        return {redis.call('DBSIZE') == 0 and 'EMPTY' or 'FOREIGN'}
        """#)

    /// KEYS nodes, living. ARGV seen, is a copy, hold.
    static let begin = EngineScript.writer(
        EngineScript.number + #"""
            local time = now()
            if redis.call('ZCOUNT', KEYS[2], text(time), '+inf') > 0 then return {'INUSE'} end
            local known = redis.call('HMGET', KEYS[1], 'unfinished', 'held')
            if known[1] then return {'UNFINISHED'} end
            if tonumber(known[2] or '0') > time then return {'INUSE'} end
            if ARGV[2] == '1' then
              redis.call('HSET', KEYS[1], 'unfinished', '1')
            else
              redis.call('HSET', KEYS[1], 'held', text(time + tonumber(ARGV[3])))
            end
            return {'INCARNATION', number(KEYS[1], ARGV[1])}
            """#)

    /// KEYS nodes. ARGV hold.
    static let hold = EngineScript.writer(
        #"""
        redis.call('HSET', KEYS[1], 'held', text(now() + tonumber(ARGV[1])))
        return {'DONE'}
        """#)

    /// KEYS nodes, dead, logs of the copier. ARGV copier, is a copy.
    static let end = EngineScript.writer(
        #"""
        if ARGV[2] == '1' then
          if redis.call('EXISTS', KEYS[3]) == 1 then redis.call('SADD', KEYS[2], ARGV[1]) end
          redis.call('HDEL', KEYS[1], 'unfinished')
          redis.call('HSET', KEYS[1], 'copied', '1')
        else
          redis.call('HDEL', KEYS[1], 'held')
        end
        return {'DONE'}
        """#)

    /// KEYS log.
    ///
    /// Nothing is copied while something is on its way from one log to another. Of a user who is no
    /// more nothing is copied: it only waits to be dropped.
    static let buckets = EngineScript.reader(
        #"""
        local names = {}
        if redis.call('HEXISTS', KEYS[1], 'q') == 1 then return {'UNDERWAY'} end
        if redis.call('HEXISTS', KEYS[1], 'z') == 0 then
          for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
            local name = string.match(field, '^b/(.*)$')
            if name then table.insert(names, name) end
          end
        end
        return {'BUCKETS', names}
        """#)

    /// KEYS heads, objects, sharings, leases; versions and change ids of each object. ARGV bytes,
    /// the keys.
    static let objects = EngineScript.reader(
        #"""
        local found, bytes = {}, 0
        for index = 2, #ARGV do
          local key = ARGV[index]
          local versions, ids = KEYS[2 * index + 1], KEYS[2 * index + 2]
          local kept = redis.call('HGET', KEYS[1], key)
          local object = redis.call('HGET', KEYS[2], key)
          bytes = bytes + (object and #object or 0)
          if #found > 0 and bytes > tonumber(ARGV[1]) then break end
          local _, _, _, lease = record(kept or '')
          table.insert(found, {key, kept, object,
            lease and lease ~= '-' and redis.call('HGET', KEYS[4], lease) or false,
            redis.call('LRANGE', ids, -\#(EngineLimits.earlierChanges), -1),
            redis.call('HKEYS', versions),
            redis.call('HGET', KEYS[3], key)})
        end
        return {'OBJECTS', found}
        """#)

    /// KEYS log, emptyings. ARGV bucket, head, floor, beginning, stamp, ids of emptyings.
    static let keepBucket = EngineScript.writer(
        #"""
        local log = KEYS[1]
        -- One may be told of twice.
        if redis.call('HEXISTS', log, 'b/'..ARGV[1]) == 1 then return {'DONE'} end
        keepState(log, ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), 0, tonumber(ARGV[5]))
        local known = redis.call('HMGET', log, 'h', 's')
        local head = known[1] or '0-0'
        if precedes(head, ARGV[2]) then head = ARGV[2] end
        redis.call('HSET', log, 'h', head, 'e', text((parts(head))),
          's', text(math.max(tonumber(known[2] or '0'), tonumber(ARGV[5]))))
        redis.call('DEL', KEYS[2])
        for index = 6, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[index]) end
        return {'DONE'}
        """#)

    /// KEYS heads, objects, index, owned, removals, change ids, leases, secrets, log,
    /// sharings. ARGV key, version, place, removed, stamp, object, lease, copier, bucket, secret,
    /// client, with whom it is shared, ids of the changes.
    ///
    /// When it was made is not known of what a file has kept, and is told as its last change.
    static let keepObject = EngineScript.writer(
        #"""
        local key, place, lease = ARGV[1], ARGV[3], ARGV[7]
        redis.call('HSET', KEYS[1], key, table.concat({ARGV[2], place, ARGV[4],
          lease == '' and '-' or lease, place, ARGV[5], ARGV[#ARGV]}, ' '))
        redis.call('DEL', KEYS[6])
        for index = 13, #ARGV - 1 do redis.call('RPUSH', KEYS[6], ARGV[index]) end
        if ARGV[4] == '1' then
          redis.call('ZADD', KEYS[5], 0, packed(place)..key)
        else
          redis.call('HSET', KEYS[2], key, ARGV[6])
          redis.call('ZADD', KEYS[3], 0, packed(place)..key)
          if lease ~= '' then redis.call('ZADD', KEYS[4], 0, key) end
        end
        if ARGV[12] ~= '' and redis.call('HSET', KEYS[10], key, ARGV[12]) == 1
          and string.sub(ARGV[12], 1, 1) == '=' then
          countMirrors(KEYS[9], ARGV[9], 1)
        end
        if lease ~= '' then
          redis.call('HSET', KEYS[7], lease,
            ARGV[8]..' 0 '..ARGV[9]..' 0\n'..ARGV[10]..'\n'..ARGV[11])
          redis.call('HSET', KEYS[8], ARGV[10], lease)
          redis.call('HSET', KEYS[9], 'n/'..ARGV[8], '1')
        end
        return {'DONE'}
        """#)

    /// KEYS log, changes, heads. ARGV bucket; of each change: place, key, version, previous, change
    /// id, entry, author.
    static let keepChanges = EngineScript.writer(
        #"""
        local head, floor, beginning, logged, stamp = bucketState(KEYS[1], ARGV[1])
        local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
        local before = last and last[1] or floor
        for index = 2, #ARGV, 7 do
          local place, key, entry = ARGV[index], ARGV[index + 1], ARGV[index + 5]
          local _, at, isGone, lease, _, since = record(redis.call('HGET', KEYS[3], key) or '')
          local isLast = at == place
          if precedes(before, place) then
            redis.call('XADD', KEYS[2], place, 'k', key, 'v', ARGV[index + 2],
              'p', ARGV[index + 3], 'c', ARGV[index + 4], 'q', before,
              'o', isLast and lease ~= '-' and lease or '', 'r', isLast and isGone or '0',
              's', isLast and since or '0', 'e', entry, 'a', ARGV[index + 6], 'm', '')
            before = place
            logged = logged + #entry
          end
        end
        keepState(KEYS[1], ARGV[1], head, floor, beginning, logged, stamp)
        return {'DONE'}
        """#)
}
