import RedisWire

extension EngineScript {
    /// KEYS log, leases; of each bucket changes, heads, objects, index, owned, removals, and where
    /// something concerns others sharings, parcels; of each change versions, change ids. ARGV
    /// incarnation, head, place, wants a turn, bytes told of an entry, whether something concerns
    /// others, count of buckets, count of changes, the buckets' names; of each change: which
    /// bucket, key, version, previous, change id, entry, removed, object, lease, outdated versions,
    /// lease that must be over, whether the writer may have it itself; and where something concerns
    /// others what becomes of its sharing, who made it, a parcel, and how far whose log has been
    /// followed with it.
    static let append = RedisScript("#!lua\n" + basics + making(true) + appending)
    /// The same, of removals alone.
    static let remove = RedisScript("#!lua flags=allow-oom\n" + basics + making(false) + appending)

    private static func making(_ isMaking: Bool) -> String { "local isMaking = \(isMaking)\n" }

    private static let appending = #"""
        local call = redis.call
        local log, isShared = KEYS[1], ARGV[6] == '1'
        local bucketCount, changeCount = tonumber(ARGV[7]), tonumber(ARGV[8])
        local bucketKeys, changeWords = isShared and 8 or 6, isShared and 16 or 12
        local names = {}
        for bucket = 1, bucketCount do names[bucket] = 'b/'..ARGV[8 + bucket] end
        local known = standing(log, ARGV[1], unpack(names))
        -- In what is to be closed nothing is made any more.
        if isMaking and known[5] then return {'GONE'} end
        local no = refusal(log, known, ARGV[1], ARGV[2], ARGV[3], ARGV[4])
        if no then return no end
        local stamp = nextStamp(known[6])
        local states, records = {}, {}
        for bucket = 1, bucketCount do
          states[bucket], records[bucket] = {state(known[6 + bucket])}, {}
        end
        -- Before the first word of a change.
        local function start(change) return 8 + bucketCount + (change - 1) * changeWords end
        for change = 1, changeCount do
          local at = start(change)
          local bucket, key, lease = tonumber(ARGV[at + 1]), ARGV[at + 2], ARGV[at + 11]
          if records[bucket][key] == nil then
            local heads = KEYS[2 + (bucket - 1) * bucketKeys + 2]
            local head, old = call('HGET', heads, key), false
            -- Later it would be too late to find that somebody has altered it.
            if head then
              old = {record(head)}
              local epoch, count = parts(old[2] or '')
              if not count then return redis.error_reply('ALTERED '..heads..' at '..key) end
              old[8] = struct.pack('>I4>I8', epoch, count)
            end
            records[bucket][key] = old
          end
          local held = lease ~= '' and call('HGET', KEYS[2], lease)
          if held then
            local holder, till = string.match(held, '^(%d+) (%d+) ')
            local isLeft = ARGV[at + 12] == '1' and holder == ARGV[1]
            local isOver = holder == '0' and tonumber(till) <= stamp
            if not isLeft and not isOver then return {'HELD', lease} end
          end
        end

        local epoch, count = parts(ARGV[3])
        local stampText, epochText = text(stamp), text(epoch)
        \#(others)
        \#(appendOne)
        local told, head, most = {}, ARGV[2], tonumber(ARGV[5])
        for change = 1, changeCount do
          local at, number = start(change), count + change - 1
          local bucket, entry = tonumber(ARGV[at + 1]), ARGV[at + 6]
          local place, lease = epochText..'-'..text(number), ARGV[at + 9]
          if lease == '' then lease = '-' end
          appendOne(change, at, bucket, place, struct.pack('>I4>I8', epoch, number), lease)
          local size = #entry
          if size > most then size, entry = -1, '' end
          told[change] = 'C '..head..' '..place..' '..ARGV[8 + bucket]..' '..ARGV[at + 2]
            ..' '..ARGV[at + 3]..' '..ARGV[at + 4]..' '..ARGV[at + 5]..' '..lease
            ..' '..ARGV[at + 7]..' '..stampText..' '..size..others(at)..'\n'..entry
          head = place
        end
        local fields = {'h', head, 's', stampText}
        if known[4] ~= epochText then fields[5], fields[6] = 'e', epochText end
        for bucket = 1, bucketCount do
          local kept = states[bucket]
          fields[#fields + 1] = names[bucket]
          fields[#fields + 1] = stateText(kept[1], kept[2], kept[3], kept[4], stamp)
        end
        call('HSET', log, unpack(fields))
        if known[3] then call('HDEL', log, 't') end
        call('SPUBLISH', log, table.concat(told))
        return {'WRITTEN', head, stamp}

        """#

    /// Nothing in it may fail but its first write, which refuses a place that is not new.
    private static let appendOne = #"""
        local function appendOne(change, at, bucket, place, packed, lease)
          local first = 2 + (bucket - 1) * bucketKeys
          local last = 2 + bucketCount * bucketKeys + (change - 1) * 2
          local versions, changeIDs = KEYS[last + 1], KEYS[last + 2]
          local key, kept, isGone = ARGV[at + 2], states[bucket], ARGV[at + 7] == '1'
          write(KEYS[first + 1], place, at, kept[1])
          local old, created = records[bucket][key], place
          local wasGone = not old or old[3] == '1'
          local wasOwned = not wasGone and old[4] ~= '-'
          if not old then
            -- What an object of a bucket that was dropped has left.
            call('UNLINK', versions, changeIDs)
          else
            if wasGone then
              call('ZREM', KEYS[first + 6], old[8]..key)
            else
              created = old[5]
              call('ZREM', KEYS[first + 4], old[8]..key)
              call('HSET', versions, old[1], call('HGET', KEYS[first + 3], key))
            end
            -- Cut back now and then: nobody reads more of them than the last ones.
            if call('RPUSH', changeIDs, old[7]) > \#(EngineLimits.earlierChanges + 16) then
              call('LTRIM', changeIDs, -\#(EngineLimits.earlierChanges), -1)
            end
            if ARGV[at + 10] ~= '' then
              local outdated = {}
              for version in string.gmatch(ARGV[at + 10], '%d+') do
                outdated[#outdated + 1] = version
              end
              call('HDEL', versions, unpack(outdated))
            end
          end
          call('HSET', KEYS[first + 2], key, ARGV[at + 3]..' '..place..' '..ARGV[at + 7]
            ..' '..lease..' '..created..' '..stampText..' '..ARGV[at + 5])
          if isGone then
            call('HDEL', KEYS[first + 3], key)
            call('ZADD', KEYS[first + 6], 0, packed..key)
          else
            call('HSET', KEYS[first + 3], key, ARGV[at + 8])
            call('ZADD', KEYS[first + 4], 0, packed..key)
          end
          local isOwned = not isGone and lease ~= '-'
          if wasOwned and not isOwned then call('ZREM', KEYS[first + 5], key) end
          if isOwned and not wasOwned then call('ZADD', KEYS[first + 5], 0, key) end
          if isShared then
            shareOne(at, place, ARGV[8 + bucket], KEYS[first + 7], KEYS[first + 8])
          end
          if changeCount > 1 then
            records[bucket][key] = {ARGV[at + 3], place, ARGV[at + 7], lease, created, stampText,
              ARGV[at + 5], packed}
          end
          kept[1], kept[4] = place, kept[4] + #ARGV[at + 6]
        end

        """#

    /// What of a change concerns others.
    private static let others = #"""
        -- Who else has a part in it, if anybody.
        local function parted(at)
          if not isShared then return '', '' end
          return ARGV[at + 14], string.match(ARGV[at + 13], '=.*$') or ''
        end
        local function others(at)
          local author, owner = parted(at)
          if author == '' and owner == '' then return '' end
          return ' '..(author == '' and '-' or author)..' '..(owner == '' and '-' or owner)
        end
        local function write(stream, place, at, before)
          local author, owner = parted(at)
          local function add(...)
            call('XADD', stream, place, 'k', ARGV[at + 2], 'v', ARGV[at + 3],
              'p', ARGV[at + 4], 'c', ARGV[at + 5], 'q', before, 'o', ARGV[at + 9],
              'r', ARGV[at + 7], 's', stampText, 'e', ARGV[at + 6], ...)
          end
          if author == '' and owner == '' then add() else add('a', author, 'm', owner) end
        end
        local function shareOne(at, place, name, sharings, parcels)
          \#(sharing)
          local word, key = ARGV[at + 13], ARGV[at + 2]
          if string.sub(word, 1, 1) == '=' then
            call('HSET', sharings, key, word)
            if ARGV[at + 4] == '-' then countMirrors(log, name, 1) end
          elseif word ~= '' then
            call('HDEL', sharings, key)
            if word ~= '-' then countMirrors(log, name, -1) end
          end
          if ARGV[at + 15] ~= '' then send(log, name, parcels, place, ARGV[at + 15]) end
          if ARGV[at + 16] ~= '' then followed(log, name, ARGV[at + 16]) end
        end

        """#
}
