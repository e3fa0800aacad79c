import RedisWire

extension EngineScript {
    /// As much of a list as fits: one more is as good as none, but the first always fits.
    static let portion = #"""
        local function fits(count, bytes, size, most, mostBytes)
          return count < math.max(most, 1) and (bytes == 0 or bytes + size <= mostBytes)
        end

        """#

    /// KEYS log, objects, emptyings. ARGV bucket.
    static let bucket = reader(
        #"""
        local head = redis.call('HGET', KEYS[1], 'h') or '0-0'
        local last, floor, beginning, _, stamp = bucketState(KEYS[1], ARGV[1])
        local others = 0
        if last == '0-0' then
          for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
            if string.sub(field, 1, 2) == 'b/' then others = others + 1 end
          end
        end
        return {'FACT', head, last, floor, redis.call('HLEN', KEYS[2]), stamp, beginning,
          redis.call('LRANGE', KEYS[3], 0, -1),
          tonumber(redis.call('HGET', KEYS[1], 'm/'..ARGV[1]) or '0'), others}
        """#)

    /// The client that owns an object, found by the lease in its head.
    private static let owner = #"""
        local function owner(leases, lease)
          local kept = lease ~= '-' and redis.call('HGET', leases, lease)
          return kept and string.match(kept, '^[^\n]*\n[^\n]*\n(.*)$') or false
        end

        """#

    /// KEYS log, heads, objects, change ids, leases, sharings. ARGV bucket, key.
    static let entity = reader(
        owner + #"""
            local head = redis.call('HGET', KEYS[1], 'h') or '0-0'
            local kept = redis.call('HGET', KEYS[2], ARGV[2])
            if not kept then
              local _, _, beginning = bucketState(KEYS[1], ARGV[1])
              return {'FACT', head, beginning}
            end
            local _, _, _, lease = record(kept)
            return {'FACT', head, ARGV[2], kept, redis.call('HGET', KEYS[3], ARGV[2]),
              owner(KEYS[5], lease),
              redis.call('LRANGE', KEYS[4], -\#(EngineLimits.earlierChanges), -1),
              redis.call('HGET', KEYS[6], ARGV[2])}
            """#)

    /// KEYS log, heads, objects, versions. ARGV key, version.
    static let version = reader(
        #"""
        local head = redis.call('HGET', KEYS[1], 'h') or '0-0'
        local latest, _, isGone = record(redis.call('HGET', KEYS[2], ARGV[1]) or '')
        -- A bucket that was dropped may have left some.
        if not latest then return {'FACT', head, false} end
        if latest == ARGV[2] and isGone == '0' then
          return {'FACT', head, redis.call('HGET', KEYS[3], ARGV[1])}
        end
        return {'FACT', head, redis.call('HGET', KEYS[4], ARGV[2])}
        """#)

    /// KEYS log, changes. ARGV bucket, after, entries, bytes.
    static let changes = reader(
        portion + #"""
            local head = redis.call('HGET', KEYS[1], 'h') or '0-0'
            local _, floor = bucketState(KEYS[1], ARGV[1])
            local after, most, mostBytes = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
            local isThere = after == floor
              or precedes(floor, after) and #redis.call('XRANGE', KEYS[2], after, after) == 1
            if not isThere then return {'FACT', head, 0, false} end
            local part, bytes, hasMore = {}, 0, 0
            while hasMore == 0 do
              local some = redis.call('XRANGE', KEYS[2], '('..after, '+', 'COUNT', 32)
              for _, entry in ipairs(some) do
                if not fits(#part, bytes, #entry[2][18], most, mostBytes) then
                  hasMore = 1
                  break
                end
                table.insert(part, entry)
                bytes = bytes + #entry[2][18]
                after = entry[1]
              end
              if #some < 32 then break end
            end
            return {'FACT', head, hasMore, part}
            """#)

    /// KEYS log, index, heads, objects, leases, sharings. ARGV newest first, above, below,
    /// with objects, entries, bytes.
    static let index = reader(
        owner + #"""
            local head = redis.call('HGET', KEYS[1], 'h') or '0-0'
            local most, mostBytes = tonumber(ARGV[5]), tonumber(ARGV[6])
            local low = ARGV[2] == '' and '-' or '('..packed(ARGV[2])..'\255'
            local high = ARGV[3] == '' and '+' or '('..packed(ARGV[3])
            local command = ARGV[1] == '1' and 'ZREVRANGEBYLEX' or 'ZRANGEBYLEX'
            local from, to = low, high
            if ARGV[1] == '1' then from, to = high, low end
            local members =
              redis.call(command, KEYS[2], from, to, 'LIMIT', 0, math.max(most, 1) + 1)
            local part, bytes, hasMore = {}, 0, 0
            local isShared = redis.call('HLEN', KEYS[6]) > 0
            for _, member in ipairs(members) do
              local key = string.sub(member, 13)
              local object = false
              if ARGV[4] == '1' then
                object = redis.call('HGET', KEYS[4], key)
                bytes = bytes + #object
              end
              if #part > 0 and (#part >= most or bytes > mostBytes) then
                hasMore = 1
                break
              end
              local kept = redis.call('HGET', KEYS[3], key)
              local _, _, _, lease = record(kept)
              table.insert(part, {key, kept, object, owner(KEYS[5], lease),
                isShared and redis.call('HGET', KEYS[6], key)})
            end
            return {'FACT', head, hasMore, part}
            """#)

    /// KEYS log, parcels. ARGV entries, bytes.
    static let parcels = reader(
        portion + #"""
            local head = redis.call('HGET', KEYS[1], 'h') or '0-0'
            local most, mostBytes = tonumber(ARGV[1]), tonumber(ARGV[2])
            local places = redis.call('HKEYS', KEYS[2])
            table.sort(places, precedes)
            local part, bytes, hasMore = {}, 0, 0
            for _, place in ipairs(places) do
              local parcel = redis.call('HGET', KEYS[2], place)
              if not fits(#part, bytes, #parcel, most, mostBytes) then
                hasMore = 1
                break
              end
              bytes = bytes + #parcel
              table.insert(part, {place, parcel})
            end
            return {'FACT', head, hasMore, part}
            """#)

    /// KEYS log. ARGV bucket and user.
    static let parcelMark = reader(
        #"""
        local known = redis.call('HMGET', KEYS[1], 'h', 'f/'..ARGV[1])
        return {'FACT', known[1] or '0-0', known[2] or '0-0'}
        """#)

    /// KEYS log.
    static let mirrors = reader(
        #"""
        local known = redis.call('HMGET', KEYS[1], 'h', 'm')
        return {'FACT', known[1] or '0-0', tonumber(known[2] or '0')}
        """#)

    /// KEYS log, views. ARGV objects.
    static let viewers = reader(
        #"""
        local head = redis.call('HGET', KEYS[1], 'h') or '0-0'
        return {'FACT', head, redis.call('HMGET', KEYS[2], unpack(ARGV))}
        """#)

    /// KEYS log, owned, heads, objects, leases. ARGV after, entries, bytes.
    static let owned = reader(
        owner + portion + #"""
            local head = redis.call('HGET', KEYS[1], 'h') or '0-0'
            local most, mostBytes = tonumber(ARGV[2]), tonumber(ARGV[3])
            local low = ARGV[1] == '' and '-' or '('..ARGV[1]
            local keys =
              redis.call('ZRANGEBYLEX', KEYS[2], low, '+', 'LIMIT', 0, math.max(most, 1) + 1)
            local part, bytes, hasMore = {}, 0, 0
            for _, key in ipairs(keys) do
              local object = redis.call('HGET', KEYS[4], key)
              if not fits(#part, bytes, #object, most, mostBytes) then
                hasMore = 1
                break
              end
              bytes = bytes + #object
              local kept = redis.call('HGET', KEYS[3], key)
              local _, _, _, lease = record(kept)
              table.insert(part, {key, kept, object, owner(KEYS[5], lease)})
            end
            return {'FACT', head, hasMore, part}
            """#)

    /// The buckets that a log has, and those of which something is on its way to others.
    static let bucketNames = #"""
        local function bucketNames(log)
          local names, isKnown = {}, {}
          for _, field in ipairs(redis.call('HKEYS', log)) do
            local name = string.match(field, '^[bq]/(.*)$')
            if name and not isKnown[name] then table.insert(names, name) end
            if name then isKnown[name] = true end
          end
          return names
        end

        """#

    /// KEYS log.
    static let buckets = reader(
        bucketNames + #"""
            local head = redis.call('HGET', KEYS[1], 'h') or '0-0'
            return {'FACT', head, bucketNames(KEYS[1])}
            """#)

    /// KEYS log, notes, changes of each bucket that the caller knows. ARGV after, entries, bytes,
    /// the buckets' names.
    ///
    /// All streams are merged by place. A stream that was cut could hide what comes before an entry
    /// of another one, so as much is taken of each as would be of all.
    static let missed = reader(
        portion + #"""
            local head = redis.call('HGET', KEYS[1], 'h') or '0-0'
            local most, mostBytes = tonumber(ARGV[2]), tonumber(ARGV[3])
            local known, unknown = {}, {}
            for index = 4, #ARGV do known[ARGV[index]] = true end
            for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
              local name = string.match(field, '^b/(.*)$')
              if name and not known[name] then table.insert(unknown, name) end
            end
            if #unknown > 0 then return {'FACT', head, 0, {}, unknown} end
            local found = {}
            for index = 2, #KEYS do
              local entries =
                redis.call('XRANGE', KEYS[index], '('..ARGV[1], '+', 'COUNT', math.max(most, 1) + 1)
              for _, entry in ipairs(entries) do
                local size = index == 2 and 0 or #entry[2][18]
                local name = index == 2 and '' or ARGV[index + 1]
                table.insert(found, {entry[1], name, entry[2], size, packed(entry[1])})
              end
            end
            table.sort(found, function(one, other) return one[5] < other[5] end)
            local part, bytes, hasMore = {}, 0, 0
            for _, entry in ipairs(found) do
              if not fits(#part, bytes, entry[4], most, mostBytes) then
                hasMore = 1
                break
              end
              bytes = bytes + entry[4]
              table.insert(part, {entry[1], entry[2], entry[3]})
            end
            return {'FACT', head, hasMore, part, {}}
            """#)
}
