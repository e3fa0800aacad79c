import RedisWire

extension EngineScript {
    /// KEYS log, leases. ARGV incarnation, epoch, grace.
    ///
    /// A log without a past takes its epoch from the clock, too, so that it is above whatever was
    /// there before everything was forgotten.
    static let open = writer(
        #"""
        local known = redis.call('HMGET', KEYS[1], 'h', 'n/'..ARGV[1], 'e', 's', 'z')
        if known[5] then return {'GONE'} end
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

    /// KEYS log, leases; of each bucket changes, heads, objects, index, owned, removals, sharings,
    /// parcels; of each change versions, change ids. ARGV incarnation, head, place, wants a turn,
    /// bytes told of an entry, count of buckets, count of changes, the buckets' names; of each
    /// change: which bucket, key, version, previous, change id, entry, removed, object, lease,
    /// outdated versions, lease
    /// that must be over, whether the writer may have it itself, what becomes of its sharing, who
    /// made it, a parcel, and how far whose log has been followed with it.
    static let append = maker(appending)
    /// The same, of removals alone.
    static let remove = writer(appending)

    private static let appending = #"""
        local log = KEYS[1]
        local no = refusal(log, ARGV[1], ARGV[2], ARGV[3], ARGV[4])
        if no then return no end
        local epoch, count = parts(ARGV[3])
        local bucketCount, changeCount = tonumber(ARGV[6]), tonumber(ARGV[7])
        local function value(change, field)
          return ARGV[7 + bucketCount + (change - 1) * 16 + field]
        end
        local stamp = nextStamp(log)
        local olds, isKnown = {}, {}
        for change = 1, changeCount do
          local heads, key = KEYS[2 + (tonumber(value(change, 1)) - 1) * 8 + 2], value(change, 2)
          if not isKnown[heads..key] then
            isKnown[heads..key] = true
            olds[change] = redis.call('HGET', heads, key)
            -- Later it would be too late to find that somebody has altered it.
            if olds[change] then
              local version, place = record(olds[change])
              if not version or not parts(place) then
                return redis.error_reply('ALTERED '..heads..' at '..key)
              end
            end
          end
          local lease = value(change, 11)
          local held = lease ~= '' and redis.call('HGET', KEYS[2], lease)
          if held then
            local holder, till = string.match(held, '^(%d+) (%d+) ')
            local isLeft = value(change, 12) == '1' and holder == ARGV[1]
            local isOver = holder == '0' and tonumber(till) <= stamp
            if not isLeft and not isOver then return {'HELD', lease} end
          end
        end

        -- Who else has a part in it, if anybody.
        local function mirrored(change) return string.match(value(change, 13), '=.*$') or '' end
        local function others(change)
          local author, owner = value(change, 14), mirrored(change)
          if author == '' and owner == '' then return '' end
          return ' '..(author == '' and '-' or author)..' '..(owner == '' and '-' or owner)
        end
        \#(shareOne)
        \#(appendOne)
        local states, told, head = {}, {}, ARGV[2]
        for change = 1, changeCount do
          local place = text(epoch)..'-'..text(count + change - 1)
          local bucket = tonumber(value(change, 1))
          if not states[bucket] then states[bucket] = {bucketState(log, ARGV[7 + bucket])} end
          appendOne(change, place, bucket, states[bucket])
          local entry = value(change, 6)
          local size = #entry
          if size > tonumber(ARGV[5]) then size, entry = -1, '' end
          table.insert(told, table.concat({'C', head, place, ARGV[7 + bucket], value(change, 2),
            value(change, 3), value(change, 4), value(change, 5),
            value(change, 9) == '' and '-' or value(change, 9), value(change, 7),
            text(stamp), size}, ' ')..others(change)..'\n'..entry)
          head = place
        end
        for bucket, state in pairs(states) do
          keepState(log, ARGV[7 + bucket], state[1], state[2], state[3], state[4], stamp)
        end
        redis.call('HSET', log, 'h', head, 'e', text(epoch), 's', text(stamp))
        redis.call('HDEL', log, 't')
        redis.call('SPUBLISH', log, table.concat(told))
        return {'WRITTEN', head, stamp}

        """#

    /// Nothing in it may fail but its first write, which refuses a place that is not new.
    private static let appendOne = #"""
        local function appendOne(change, place, bucket, state)
          local function of(field) return value(change, field) end
          local first = 2 + (bucket - 1) * 8
          local stream, heads, objects = KEYS[first + 1], KEYS[first + 2], KEYS[first + 3]
          local index, owned, removals = KEYS[first + 4], KEYS[first + 5], KEYS[first + 6]
          local last = 2 + bucketCount * 8 + (change - 1) * 2
          local versions, changeIDs = KEYS[last + 1], KEYS[last + 2]
          local key, lease, isGone = of(2), of(9), of(7) == '1'
          local fields = {'k', key, 'v', of(3), 'p', of(4), 'c', of(5), 'q', state[1],
            'o', lease, 'r', of(7), 's', text(stamp), 'e', of(6)}
          if others(change) ~= '' then
            for _, field in ipairs({'a', of(14), 'm', mirrored(change)}) do
              table.insert(fields, field)
            end
          end
          redis.call('XADD', stream, place, unpack(fields))
          local created = place
          local old = olds[change]
          if old == nil then old = redis.call('HGET', heads, key) end
          if old then
            local version, at, wasGone, _, since, _, id = record(old)
            if wasGone == '0' then
              created = since
              redis.call('ZREM', index, packed(at)..key)
              redis.call('HSET', versions, version, redis.call('HGET', objects, key))
            else
              redis.call('ZREM', removals, packed(at)..key)
            end
            if redis.call('RPUSH', changeIDs, id) > 199 then
              redis.call('LTRIM', changeIDs, -199, -1)
            end
            for version in string.gmatch(of(10), '%d+') do
              redis.call('HDEL', versions, version)
            end
          else
            -- What an object of a bucket that was dropped has left.
            redis.call('UNLINK', versions, changeIDs)
          end
          redis.call('HSET', heads, key, table.concat({of(3), place, of(7),
            lease == '' and '-' or lease, created, text(stamp), of(5)}, ' '))
          if isGone then
            redis.call('HDEL', objects, key)
            redis.call('ZADD', removals, 0, packed(place)..key)
          else
            redis.call('HSET', objects, key, of(8))
            redis.call('ZADD', index, 0, packed(place)..key)
          end
          if isGone or lease == '' then
            redis.call('ZREM', owned, key)
          else
            redis.call('ZADD', owned, 0, key)
          end
          if of(13) ~= '' or of(15) ~= '' or of(16) ~= '' then
            shareOne(change, place, ARGV[7 + bucket], KEYS[first + 7], KEYS[first + 8])
          end
          state[1] = place
          state[4] = state[4] + #of(6)
        end
        """#

    /// What of a change concerns others.
    private static let shareOne = #"""
        local function shareOne(change, place, name, sharings, parcels)
          local function of(field) return value(change, field) end
          if string.sub(of(13), 1, 1) == '=' then
            redis.call('HSET', sharings, of(2), of(13))
            if of(4) == '-' then countMirrors(log, name, 1) end
          elseif of(13) ~= '' then
            redis.call('HDEL', sharings, of(2))
            if of(13) ~= '-' then countMirrors(log, name, -1) end
          end
          if of(15) ~= '' then send(log, parcels, place, of(15)) end
          if of(16) ~= '' then followed(log, name, of(16)) end
        end
        """#

    /// KEYS log, notes, sharings, parcels. ARGV incarnation, head, place, bucket, key, name, with
    /// whom it is shared, parcel, and how far whose log has been followed with it.
    static let share = writer(
        #"""
        local no = refusal(KEYS[1], ARGV[1], ARGV[2], ARGV[3], '0')
        if no then return no end
        local stamp = nextStamp(KEYS[1])
        note(KEYS[1], KEYS[2], ARGV[2], ARGV[3], stamp,
          'sharing '..ARGV[4]..' '..ARGV[5]..' '..ARGV[6])
        if ARGV[7] == '' then
          redis.call('HDEL', KEYS[3], ARGV[5])
        else
          redis.call('HSET', KEYS[3], ARGV[5], ARGV[7])
        end
        if ARGV[8] ~= '' then send(KEYS[1], KEYS[4], ARGV[3], ARGV[8]) end
        if ARGV[9] ~= '' then followed(KEYS[1], ARGV[4], ARGV[9]) end
        return {'WRITTEN', ARGV[3], stamp}
        """#)

    /// KEYS log, parcels. ARGV places.
    static let strike = writer(
        #"""
        local gone = 0
        for _, place in ipairs(ARGV) do gone = gone + redis.call('HDEL', KEYS[2], place) end
        add(KEYS[1], 'q', -gone)
        return {'DONE'}
        """#)

    /// KEYS log, notes, emptyings. ARGV incarnation, head, place, bucket, change id.
    static let forgetHistory = writer(
        #"""
        local no = refusal(KEYS[1], ARGV[1], ARGV[2], ARGV[3], '0')
        if no then return no end
        local stamp = nextStamp(KEYS[1])
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
        local no = refusal(KEYS[1], ARGV[1], ARGV[2], ARGV[3], '0')
        if no then return no end
        local stamp = nextStamp(KEYS[1])
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
        local no = refusal(KEYS[1], ARGV[1], ARGV[2], ARGV[3], '0')
        if no then return no end
        local stamp = nextStamp(KEYS[1])
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

    /// KEYS log.
    static let close = writer(
        #"""
        redis.call('HSET', KEYS[1], 'z', '1')
        return {'DONE'}
        """#)
}
