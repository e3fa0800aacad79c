import RedisWire

extension EngineScript {
    /// KEYS feed, entries, marks. ARGV user, behind which place, epoch, entries kept, bytes kept;
    /// of each change its place in the user's log, key, version, change id, entry.
    ///
    /// A feed is written by all nodes, each of which may have been slower than another: what it has
    /// already is not added again.
    static let addToFeed = maker(
        #"""
        local feed, stream, marks = KEYS[1], KEYS[2], KEYS[3]
        local mark = redis.call('HGET', marks, ARGV[1]) or '0-0'
        if mark ~= ARGV[2] or #ARGV == 5 then return {'STANDS', mark} end
        local known = redis.call('HMGET', feed, 'h', 'f', 'b')
        local head, floor, bytes = known[1] or '0-0', known[2] or '0-0', tonumber(known[3] or '0')
        local epoch, count = parts(head)
        epoch = math.max(epoch, tonumber(ARGV[3]))
        local added = 0
        for at = 6, #ARGV, 5 do
          added = added + 1
          mark, head = ARGV[at], text(epoch)..'-'..text(count + added)
          redis.call('XADD', stream, head, 'u', ARGV[1], 'k', ARGV[at + 1], 'v', ARGV[at + 2],
            'c', ARGV[at + 3], 'e', ARGV[at + 4])
          bytes = bytes + #ARGV[at + 4]
        end
        local left = redis.call('XLEN', stream)
        if left > tonumber(ARGV[4]) or bytes > tonumber(ARGV[5]) then
          for _, entry in ipairs(redis.call('XRANGE', stream, '-', '+', 'COUNT', added + 16)) do
            if left <= tonumber(ARGV[4]) and bytes <= tonumber(ARGV[5]) then break end
            left, bytes, floor = left - 1, bytes - #entry[2][10], entry[1]
          end
          local epoch, count = parts(floor)
          redis.call('XTRIM', stream, 'MINID', text(epoch)..'-'..text(count + 1))
        end
        redis.call('HSET', marks, ARGV[1], mark)
        redis.call('HSET', feed, 'h', head, 'f', floor, 'b', text(bytes))
        return {'STANDS', mark}
        """#)

    /// KEYS feed, entries. ARGV after, entries, bytes.
    static let pageOfFeed = reader(
        portion + #"""
            local known = redis.call('HMGET', KEYS[1], 'h', 'f')
            local head, floor = known[1] or '0-0', known[2] or '0-0'
            local after, most, mostBytes = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
            local isThere = after == floor or after == head
              or precedes(floor, after) and #redis.call('XRANGE', KEYS[2], after, after) == 1
            if not isThere then return {'NOWHERE', head} end
            local part, bytes, hasMore = {}, 0, 0
            while hasMore == 0 do
              local some = redis.call('XRANGE', KEYS[2], '('..after, '+', 'COUNT', 32)
              for _, entry in ipairs(some) do
                if not fits(#part, bytes, #entry[2][10], most, mostBytes) then
                  hasMore = 1
                  break
                end
                table.insert(part, entry)
                bytes = bytes + #entry[2][10]
                after = entry[1]
              end
              if #some < 32 then break end
            end
            return {'PAGE', head, hasMore, part}
            """#)

    /// KEYS feed.
    static let headOfFeed = reader(
        #"""
        return {'PAGE', redis.call('HGET', KEYS[1], 'h') or '0-0', 0, {}}
        """#)
}
