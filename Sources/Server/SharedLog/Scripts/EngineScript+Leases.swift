import RedisWire

/// A lease is kept as its holder, until when it is nobody's, its bucket and the connection in one
/// line, and behind line ends the secret's digest and the client. The client comes last, for it may
/// be any text.
extension EngineScript {
    private static let lease = #"""
        local function fenced(log, incarnation)
          local known = redis.call('HMGET', log, 'n/'..incarnation, 'z')
          if known[2] == '1' then return {'GONE'} end
          if known[1] ~= '1' then return {'FENCED'} end
          return nil
        end
        -- Holder, until, bucket, connection, and what never changes.
        local function read(leases, id)
          local kept = redis.call('HGET', leases, id)
          if not kept then return nil end
          return string.match(kept, '^(%d+) (%d+) (%S+) (%d+)(\n.*)$')
        end
        local function keep(leases, id, holder, till, bucket, connection, rest)
          redis.call('HSET', leases, id, holder..' '..till..' '..bucket..' '..connection..rest)
        end

        """#

    /// KEYS log, leases, secrets. ARGV incarnation, connection, lease, bucket, secret, client.
    ///
    /// A secret is good for one lease. Whose wish comes late, when the client has begun another one
    /// elsewhere, would else have it come back to nothing.
    static let beginLease = maker(
        lease + #"""
            local no = fenced(KEYS[1], ARGV[1])
            if no then return no end
            -- Said again, when somebody has come back to it elsewhere.
            local holder, till, _, connection = read(KEYS[2], ARGV[3])
            if holder and (holder ~= ARGV[1] or connection ~= ARGV[2]) then return {'NOTYOURS'} end
            local known = redis.call('HGET', KEYS[3], ARGV[5])
            if known and known ~= ARGV[3] then
              holder, till = read(KEYS[2], known)
              if holder and (holder ~= '0' or tonumber(till) > now()) then return {'NOTYOURS'} end
            end
            keep(KEYS[2], ARGV[3], ARGV[1], '0', ARGV[4], ARGV[2], '\n'..ARGV[5]..'\n'..ARGV[6])
            redis.call('HSET', KEYS[3], ARGV[5], ARGV[3])
            return {'DONE'}
            """#)

    /// KEYS log, notes, leases. ARGV incarnation, connection, lease, grace.
    static let away = writer(
        lease + #"""
            local no = fenced(KEYS[1], ARGV[1])
            if no then return no end
            local holder, till, bucket, connection, rest = read(KEYS[3], ARGV[3])
            if holder ~= ARGV[1] or connection ~= ARGV[2] then return {'NOTYOURS'} end
            till = now() + tonumber(ARGV[4])
            keep(KEYS[3], ARGV[3], '0', text(till), bucket, '0', rest)
            local place = noteNext(KEYS[1], KEYS[2], 'away '..ARGV[3]..' '..text(till))
            return {'AWAY', till, place}
            """#)

    /// KEYS log, notes, leases, secrets. ARGV incarnation, connection, secret, client.
    ///
    /// To say it again does no harm.
    static let resume = writer(
        lease + #"""
            local no = fenced(KEYS[1], ARGV[1])
            if no then return no end
            local id = redis.call('HGET', KEYS[4], ARGV[3])
            if not id then return {'NOTYOURS'} end
            local holder, till, bucket, connection, rest = read(KEYS[3], id)
            if not holder or rest ~= '\n'..ARGV[3]..'\n'..ARGV[4] then return {'NOTYOURS'} end
            if holder == '0' and tonumber(till) <= now() then return {'NOTYOURS'} end
            local place = redis.call('HGET', KEYS[1], 'h') or '0-0'
            if holder ~= ARGV[1] or connection ~= ARGV[2] then
              keep(KEYS[3], id, ARGV[1], '0', bucket, ARGV[2], rest)
              place = noteNext(KEYS[1], KEYS[2], 'back '..id..' '..ARGV[1]..' '..ARGV[2])
            end
            return {'RESUMED', id, bucket, tonumber(holder), connection, place}
            """#)

    /// KEYS log, notes, leases, secrets. ARGV incarnation, connection, lease.
    ///
    /// What is over, any node may end.
    static let endLease = writer(
        lease + #"""
            local no = fenced(KEYS[1], ARGV[1])
            if no then return no end
            local holder, till, bucket, connection, rest = read(KEYS[3], ARGV[3])
            if not holder then return {'DONE'} end
            local isOver = holder == '0' and tonumber(till) <= now()
            local isMine = holder == ARGV[1] and connection == ARGV[2]
            if not isOver and not isMine then return {'NOTYOURS'} end
            redis.call('HDEL', KEYS[3], ARGV[3])
            local secret = string.match(rest, '^\n([^\n]*)')
            -- It may be good for another one by now.
            if redis.call('HGET', KEYS[4], secret) == ARGV[3] then
              redis.call('HDEL', KEYS[4], secret)
            end
            noteNext(KEYS[1], KEYS[2], 'end '..ARGV[3])
            return {'DONE'}
            """#)

    /// Who has an object open at a node: kept as a line for each node that anybody has it open at,
    /// and told at the log's head, without a place.
    private static let viewed = #"""
        local function viewed(log, views, object, incarnation, users)
          local mine, rest = '', ''
          for line in string.gmatch(redis.call('HGET', views, object) or '', '[^\n]+\n') do
            if string.match(line, '^%d+') == incarnation then
              mine = line
            else
              rest = rest..line
            end
          end
          local line = users == '' and '' or incarnation..' '..users..'\n'
          if line == mine then return end
          if rest..line == '' then
            redis.call('HDEL', views, object)
          else
            redis.call('HSET', views, object, rest..line)
          end
          local head = redis.call('HGET', log, 'h') or '0-0'
          redis.call('SPUBLISH', log,
            'N '..head..' '..head..' '..text(now())..' viewed '..object)
        end

        """#

    /// KEYS log, views. ARGV incarnation, object, users.
    static let view = writer(
        lease + viewed + #"""
            local no = fenced(KEYS[1], ARGV[1])
            if no then return no end
            viewed(KEYS[1], KEYS[2], ARGV[2], ARGV[1], ARGV[3])
            return {'DONE'}
            """#)

    /// KEYS log, notes, leases, views. ARGV incarnation, grace.
    static let bury = writer(
        lease + viewed + #"""
            local parcels = tonumber(redis.call('HGET', KEYS[1], 'q') or '0')
            if redis.call('HGET', KEYS[1], 'n/'..ARGV[1]) == '0' then return {'BURIED', parcels} end
            redis.call('HSET', KEYS[1], 'n/'..ARGV[1], '0')
            local till = text(now() + tonumber(ARGV[2]))
            local mine = {}
            local all = redis.call('HGETALL', KEYS[3])
            for index = 1, #all, 2 do
              local holder = string.match(all[index + 1], '^(%d+) ')
              if holder == ARGV[1] then table.insert(mine, all[index]) end
            end
            table.sort(mine)
            for _, id in ipairs(mine) do
              local _, _, bucket, _, rest = read(KEYS[3], id)
              keep(KEYS[3], id, '0', till, bucket, '0', rest)
              noteNext(KEYS[1], KEYS[2], 'away '..id..' '..till)
            end
            local views = redis.call('HKEYS', KEYS[4])
            table.sort(views)
            for _, object in ipairs(views) do
              viewed(KEYS[1], KEYS[4], object, ARGV[1], '')
            end
            return {'BURIED', #mine + parcels}
            """#)
}
