import RedisWire

extension EngineScript {
    /// KEYS log, changes, heads, removals. ARGV bucket, changes kept, bytes kept, removals kept,
    /// most.
    ///
    /// Names what may go. Another script lets it go, since only a caller who knows the keys can
    /// declare them.
    static let trimmable = reader(
        #"""
        local log, most = KEYS[1], tonumber(ARGV[5])
        local head = redis.call('HGET', log, 'h') or '0-0'
        local _, floor, _, logged = bucketState(log, ARGV[1])
        local excess = redis.call('XLEN', KEYS[2]) - tonumber(ARGV[2])
        local tooLong = logged - tonumber(ARGV[3])
        local last, gone, stripped, forgotten = '0-0', 0, {}, {}
        for number, entry in ipairs(redis.call('XRANGE', KEYS[2], '-', '+', 'COUNT', most)) do
          local fields = entry[2]
          -- What nobody may ask for any more goes in any case.
          if number > excess and tooLong <= 0 and precedes(floor, entry[1]) then break end
          last, gone = entry[1], number
          tooLong = tooLong - #fields[18]
          if fields[14] == '1' then
            local version, place, isGone = record(redis.call('HGET', KEYS[3], fields[2]) or '')
            if place == last and isGone == '1' then table.insert(stripped, fields[2]) end
          end
        end
        local bound = precedes(floor, last) and last or floor
        local surplus = math.min(redis.call('ZCARD', KEYS[4]) - tonumber(ARGV[4]), most)
        if surplus > 0 then
          for _, member in ipairs(redis.call('ZRANGE', KEYS[4], 0, surplus - 1)) do
            if string.sub(member, 1, 12) > packed(bound) then break end
            table.insert(forgotten, string.sub(member, 13))
          end
        end
        local hasMore = gone == most or #forgotten == most
        return {'FACT', head, last, stripped, forgotten, hasMore and 1 or 0}
        """#)

    /// KEYS log, changes, heads, removals; versions of those stripped; versions and change ids of
    /// those forgotten. ARGV incarnation, bucket, last place, count of those stripped, of those
    /// forgotten, their keys.
    static let trim = writer(
        #"""
        local log = KEYS[1]
        local known = redis.call('HMGET', log, 'n/'..ARGV[1], 'z')
        if known[2] == '1' then return {'GONE'} end
        if known[1] ~= '1' then return {'FENCED'} end
        if redis.call('HEXISTS', log, 'b/'..ARGV[2]) == 0 then return {'DONE'} end
        local head, floor, beginning, logged, stamp = bucketState(log, ARGV[2])
        local last, strippedCount = ARGV[3], tonumber(ARGV[4])
        -- Never beyond the bucket's head, whatever was asked.
        if precedes(head, last) then return {'DONE'} end
        if precedes(floor, last) then floor = last end
        for _, entry in ipairs(redis.call('XRANGE', KEYS[2], '-', last)) do
          logged = logged - #entry[2][18]
        end
        local epoch, count = parts(last)
        redis.call('XTRIM', KEYS[2], 'MINID', text(epoch)..'-'..text(count + 1))
        for index = 1, strippedCount do
          local _, place, isGone = record(redis.call('HGET', KEYS[3], ARGV[5 + index]) or '')
          if isGone == '1' and not precedes(floor, place) then
            redis.call('UNLINK', KEYS[4 + index])
          end
        end
        for index = 1, tonumber(ARGV[5]) do
          local key = ARGV[5 + strippedCount + index]
          local version, place, isGone = record(redis.call('HGET', KEYS[3], key) or '')
          if isGone == '1' and not precedes(floor, place) then
            local first = 4 + strippedCount + (index - 1) * 2
            redis.call('HDEL', KEYS[3], key)
            redis.call('ZREM', KEYS[4], packed(place)..key)
            redis.call('UNLINK', KEYS[first + 1], KEYS[first + 2])
            beginning = math.max(beginning, tonumber(version) + 1)
          end
        end
        keepState(log, ARGV[2], head, floor, beginning, math.max(logged, 0), stamp)
        return {'DONE'}
        """#)

    /// KEYS log, heads set aside. ARGV most.
    ///
    /// Any of them will do. To scan from the beginning would find less and less there.
    static let remains = reader(
        #"""
        local head = redis.call('HGET', KEYS[1], 'h') or '0-0'
        return {'FACT', head, redis.call('HRANDFIELD', KEYS[2], ARGV[1])}
        """#)

    /// KEYS log, heads set aside, heads; versions and change ids of each object. ARGV place of the
    /// drop, their keys.
    ///
    /// The bucket may have been begun anew: what an object has that is there again is its own.
    static let sweep = writer(
        #"""
        for index = 2, #ARGV do
          local wasThere = redis.call('HDEL', KEYS[2], ARGV[index]) == 1
          if wasThere and redis.call('HEXISTS', KEYS[3], ARGV[index]) == 0 then
            redis.call('UNLINK', KEYS[2 * index], KEYS[2 * index + 1])
          end
        end
        if redis.call('EXISTS', KEYS[2]) == 0 then redis.call('HDEL', KEYS[1], 'd/'..ARGV[1]) end
        return {'DONE'}
        """#)
}
