import RedisWire

extension EngineScript {
    /// KEYS log, leases. ARGV incarnation, epoch, grace.
    ///
    /// A log without a past takes its epoch from the clock, too, so that it is above whatever was
    /// there before everything was forgotten.
    static let open = writer(
        #"""
        local known = redis.call('HMGET', KEYS[1], 'h', 'n/'..ARGV[1], 'e', 's', 'z')
        if known[5] == '1' then return {'GONE'} end
        if known[2] == '0' then return {'FENCED'} end
        local time = now()
        local epoch = math.max(tonumber(known[3] or '0'), tonumber(ARGV[2]))
        if not known[1] then epoch = math.max(epoch, math.floor(time / 1000)) end
        if text(epoch) ~= known[3] then
          if known[1] then redis.call('HSET', KEYS[1], 'x/'..text(epoch), known[1]) end
          redis.call('HSET', KEYS[1], 'e', text(epoch))
          local till = time + tonumber(ARGV[3])
          local all = redis.call('HGETALL', KEYS[2])
          for index = 1, #all, 2 do
            local over, rest = string.match(all[index + 1], '^0 (%d+) (.*)$')
            if over and tonumber(over) < till then
              redis.call('HSET', KEYS[2], all[index], '0 '..text(till)..' '..rest)
            end
          end
        end
        redis.call('HSET', KEYS[1], 'n/'..ARGV[1], '1')
        local buckets, beginnings, dropped = {}, {}, {}
        local fields = redis.call('HGETALL', KEYS[1])
        for index = 1, #fields, 2 do
          local bucket = string.match(fields[index], '^b/(.*)$')
          local beginning = string.match(fields[index], '^x/(%d+)$')
          local drop = string.match(fields[index], '^d/(.*)$')
          if bucket then
            table.insert(buckets, {bucket, fields[index + 1]})
          elseif beginning then
            table.insert(beginnings, {tonumber(beginning), fields[index + 1]})
          elseif drop then
            table.insert(dropped, {fields[index + 1], drop})
          end
        end
        table.sort(beginnings, function(one, other) return one[1] < other[1] end)
        while #beginnings > 8 do
          redis.call('HDEL', KEYS[1], 'x/'..text(beginnings[1][1]))
          table.remove(beginnings, 1)
        end
        return {'OPENED', known[1] or '0-0', epoch, time, buckets,
          redis.call('HGETALL', KEYS[2]), beginnings, dropped}
        """#)

    /// KEYS log, notes, sharings, parcels. ARGV incarnation, head, place, bucket, key, name, with
    /// whom it is shared, parcel, and how far whose log has been followed with it.
    static let share = writer(
        #"""
        local known = standing(KEYS[1], ARGV[1])
        local no = refusal(KEYS[1], known, ARGV[1], ARGV[2], ARGV[3], '0')
        if no then return no end
        local stamp = nextStamp(known[6])
        note(KEYS[1], KEYS[2], ARGV[2], ARGV[3], stamp,
          'sharing '..ARGV[4]..' '..ARGV[5]..' '..ARGV[6])
        if ARGV[7] == '' then
          redis.call('HDEL', KEYS[3], ARGV[5])
        else
          redis.call('HSET', KEYS[3], ARGV[5], ARGV[7])
        end
        if ARGV[8] ~= '' then send(KEYS[1], ARGV[4], KEYS[4], ARGV[3], ARGV[8]) end
        if ARGV[9] ~= '' then followed(KEYS[1], ARGV[4], ARGV[9]) end
        return {'WRITTEN', ARGV[3], stamp}
        """#)

    /// KEYS log, parcels. ARGV bucket, places.
    static let strike = writer(
        #"""
        local gone = 0
        for index = 2, #ARGV do gone = gone + redis.call('HDEL', KEYS[2], ARGV[index]) end
        countParcels(KEYS[1], ARGV[1], -gone)
        return {'DONE'}
        """#)

    /// KEYS log, notes, emptyings. ARGV incarnation, head, place, bucket, change id.
    static let forgetHistory = writer(
        #"""
        local known = standing(KEYS[1], ARGV[1])
        local no = refusal(KEYS[1], known, ARGV[1], ARGV[2], ARGV[3], '0')
        if no then return no end
        local stamp = nextStamp(known[6])
        local head, _, beginning, logged, last = bucketState(KEYS[1], ARGV[4])
        note(KEYS[1], KEYS[2], ARGV[2], ARGV[3], stamp, 'history '..ARGV[4]..' '..ARGV[5])
        keepState(KEYS[1], ARGV[4], head, head, beginning, logged, last)
        redis.call('RPUSH', KEYS[3], ARGV[5])
        redis.call('LTRIM', KEYS[3], -20, -1)
        return {'WRITTEN', ARGV[3], stamp}
        """#)

    /// KEYS log, notes, versions. ARGV incarnation, head, place, bucket, key.
    static let forgetVersions = writer(
        #"""
        local known = standing(KEYS[1], ARGV[1])
        local no = refusal(KEYS[1], known, ARGV[1], ARGV[2], ARGV[3], '0')
        if no then return no end
        local stamp = nextStamp(known[6])
        note(KEYS[1], KEYS[2], ARGV[2], ARGV[3], stamp, 'versions '..ARGV[4]..' '..ARGV[5])
        redis.call('UNLINK', KEYS[3])
        return {'WRITTEN', ARGV[3], stamp}
        """#)

    /// KEYS log, notes, heads, a name for them, and what else the bucket has. ARGV incarnation,
    /// head, place, bucket.
    ///
    /// What each object has is unlinked later, a few at a time, by the heads that are set aside.
    /// The log says so to whoever opens it.
    static let drop = writer(
        #"""
        local known = standing(KEYS[1], ARGV[1])
        local no = refusal(KEYS[1], known, ARGV[1], ARGV[2], ARGV[3], '0')
        if no then return no end
        local stamp = nextStamp(known[6])
        note(KEYS[1], KEYS[2], ARGV[2], ARGV[3], stamp, 'drop '..ARGV[4])
        redis.call('HDEL', KEYS[1], 'b/'..ARGV[4])
        local mirrors = redis.call('HGET', KEYS[1], 'm/'..ARGV[4])
        if mirrors then countMirrors(KEYS[1], ARGV[4], -tonumber(mirrors)) end
        if redis.call('EXISTS', KEYS[3]) == 1 then
          redis.call('RENAME', KEYS[3], KEYS[4])
          redis.call('HSET', KEYS[1], 'd/'..ARGV[3], ARGV[4])
        end
        for index = 5, #KEYS do redis.call('UNLINK', KEYS[index]) end
        return {'WRITTEN', ARGV[3], stamp}
        """#)

    /// KEYS log, notes, leases, secrets, views.
    ///
    /// What is on its way to others, and what is to be swept up, needs a log that can be opened: it
    /// is noted there that it is to be closed. Of a closed one nothing stays but that it is, and
    /// where it ended.
    static let close = writer(
        bucketNames + #"""
            local log = KEYS[1]
            local names = bucketNames(log)
            local isOwing = #names > 0
            for _, field in ipairs(redis.call('HKEYS', log)) do
              if field == 'q' or string.match(field, '^d/') then isOwing = true end
            end
            if isOwing then
              redis.call('HSET', log, 'z', '0')
              return {'OWING', names}
            end
            local last = redis.call('HMGET', log, 'h', 'e', 's')
            for _, key in ipairs(KEYS) do redis.call('UNLINK', key) end
            redis.call('HSET', log, 'z', '1')
            for index, field in ipairs({'h', 'e', 's'}) do
              if last[index] then redis.call('HSET', log, field, last[index]) end
            end
            return {'DONE'}
            """#)
}
