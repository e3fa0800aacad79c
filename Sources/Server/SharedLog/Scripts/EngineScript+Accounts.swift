import RedisWire
import SimperiumClock

/// All of these have the same keys: users, names, how a name is folded, tokens, tokens by user,
/// link ids by user, links, fingerprints, links by token; and of the app, if there is one, its
/// users sorted by name, and those who have left, by the second until which their names are kept;
/// the list of the tokens that were revoked, which all nodes read on; and the users who were
/// deleted and whose logs are not closed yet, by the millisecond when somebody is to look at them.
///
/// A user is called by app and id with a stroke between them. Lists are words with spaces between.
extension EngineScript {
    private static let account = #"""
        local USERS, NAMES, FOLDED, TOKENS, ISSUED, LINKIDS, LINKS, PRINTS, PROOFS, SORTED, GONE,
          REVOKED, CLOSING = unpack(KEYS)
        local function note(digest)
          redis.call('XADD', REVOKED, 'MAXLEN', '~', '\#(EngineLimits.rememberedRevocations)', '*',
            'd', digest)
        end
        local function add(hash, field, word)
          local list = redis.call('HGET', hash, field)
          redis.call('HSET', hash, field, (list and list..' ' or '')..word)
        end
        local function drop(hash, field, word)
          local left = {}
          for one in string.gmatch(redis.call('HGET', hash, field) or '', '%S+') do
            if one ~= word then table.insert(left, one) end
          end
          if #left == 0 then
            redis.call('HDEL', hash, field)
          else
            redis.call('HSET', hash, field, table.concat(left, ' '))
          end
        end
        -- A step has one slot's keys, and the user's log may have another one.
        local function noteClosing(who)
          local due = now() + \#(EngineLimits.closingPause.wholeMilliseconds)
          redis.call('ZADD', CLOSING, text(due), who)
        end
        local function dropLink(link)
          local kept = redis.call('HGET', LINKS, link)
          if not kept then return end
          local who, id = string.match(link, '^(.*)/([^/]*)$')
          local kind, proof = string.match(kept, '^(%S+) (%S+)')
          redis.call('HDEL', LINKS, link)
          drop(LINKIDS, who, id)
          if kind == 'key' then
            redis.call('HDEL', PRINTS, string.match(who, '^[^/]*')..'/'..proof)
          else
            drop(PROOFS, proof, link)
          end
        end
        local function dropToken(digest)
          local kept = redis.call('HGET', TOKENS, digest)
          if not kept then return end
          redis.call('HDEL', TOKENS, digest)
          drop(ISSUED, string.match(kept, '^(%S+)'), digest)
        end
        local function shutOut(who)
          for digest in string.gmatch(redis.call('HGET', ISSUED, who) or '', '%S+') do
            redis.call('HDEL', TOKENS, digest)
            note(digest)
          end
          redis.call('HDEL', ISSUED, who)
          for id in string.gmatch(redis.call('HGET', LINKIDS, who) or '', '%S+') do
            dropLink(who..'/'..id)
          end
        end
        local function forget(who)
          local folded = redis.call('HGET', FOLDED, who)
          if not folded then return end
          redis.call('HDEL', NAMES, string.match(who, '^[^/]*')..'/'..folded)
          redis.call('HDEL', FOLDED, who)
          redis.call('HDEL', USERS, who)
          redis.call('ZREM', SORTED, folded)
          redis.call('ZREM', GONE, who)
        end

        """#

    /// A change that adds something.
    static let changeUser = maker(change)
    /// A change that adds nothing, which is made when memory is short, too.
    static let endUser = writer(change)

    /// ARGV user, generation or nothing, the present second, the caller's token or nothing; put,
    /// removed or nothing, folded name, record, until when the name of a user who has left is kept;
    /// places or nothing; digest and record of a new token; id, kind of proof, proof, device and
    /// second of a new link; id of a link that ends; all or some, and the digests of the tokens
    /// that stay or end.
    private static let change =
        account + #"""
            local who, base, second, row = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[5]
            local app = string.match(who, '^[^/]*')
            local old = redis.call('HGET', USERS, who)
            local function word(record, number)
              local count = 0
              for one in string.gmatch(record, '%S+') do
                count = count + 1
                if count == number then return one end
              end
            end
            if base ~= '' then
              if base ~= (old and (word(old, 11) or '1') or '0') then return {'STALE'} end
              if base == '0' and ARGV[13] == 'key'
                and redis.call('HEXISTS', PRINTS, app..'/'..ARGV[14]) == 1 then
                return {'STALE'}
              end
              local result = row == 'put' and ARGV[7] or old
              if ARGV[10] ~= '' and (not result or word(result, 8) ~= '0') then
                return {'STALE'}
              end
            end
            if ARGV[4] ~= '' then
              local shown = redis.call('HGET', TOKENS, ARGV[4])
              if not shown or string.match(shown, '^%S+') ~= who then return {'STALE'} end
            end
            local ends = row == 'removed' or ARGV[8] ~= ''
            if row == 'put' then
              local folded = ARGV[6]
              local owner = redis.call('HGET', NAMES, app..'/'..folded)
              if owner and owner ~= who then
                local kept = redis.call('HGET', USERS, owner)
                if word(kept, 8) ~= '2' or tonumber(word(kept, 9)) > second then
                  return {'TAKEN'}
                end
                shutOut(owner)
                forget(owner)
              end
              forget(who)
              redis.call('HSET', USERS, who, ARGV[7])
              redis.call('HSET', FOLDED, who, folded)
              redis.call('HSET', NAMES, app..'/'..folded, who)
              if ends then
                redis.call('ZADD', GONE, ARGV[8], who)
              else
                redis.call('ZADD', SORTED, 0, folded)
              end
            end
            if ARGV[9] ~= '' then
              local kept = redis.call('HGET', USERS, who)
              if kept and word(kept, 12) then
                redis.call('HSET', USERS, who, (string.gsub(kept, '%S+$', ARGV[9])))
              elseif kept then
                redis.call('HSET', USERS, who, kept..' 1 '..ARGV[9])
              end
            end
            local chosen, ended = {}, {}
            for index = 18, #ARGV do chosen[ARGV[index]] = true end
            for digest in string.gmatch(redis.call('HGET', ISSUED, who) or '', '%S+') do
              if ends or ARGV[17] == 'all' and not chosen[digest]
                or ARGV[17] == 'some' and chosen[digest] then
                table.insert(ended, {digest})
              end
            end
            for _, one in ipairs(ended) do
              dropToken(one[1])
              note(one[1])
              for link in string.gmatch(redis.call('HGET', PROOFS, one[1]) or '', '%S+') do
                dropLink(link)
              end
            end
            if ends then
              if old then noteClosing(who) end
              shutOut(who)
              if row == 'removed' then forget(who) end
              for _, gone in ipairs(redis.call('ZRANGEBYSCORE', GONE, '-inf', ARGV[3])) do
                shutOut(gone)
                forget(gone)
              end
            end
            if ARGV[16] ~= '' then dropLink(who..'/'..ARGV[16]) end
            if ARGV[10] ~= '' then
              dropToken(ARGV[10])
              redis.call('HSET', TOKENS, ARGV[10], who..' '..ARGV[11])
              add(ISSUED, who, ARGV[10])
            end
            if ARGV[12] ~= '' then
              local link = who..'/'..ARGV[12]
              dropLink(link)
              if ARGV[13] == 'key' then
                local print = app..'/'..ARGV[14]
                local other = redis.call('HGET', PRINTS, print)
                if other then dropLink(other) end
                redis.call('HSET', PRINTS, print, link)
              else
                add(PROOFS, ARGV[14], link)
              end
              redis.call('HSET', LINKS, link, ARGV[13]..' '..ARGV[14]..' '..ARGV[15])
              add(LINKIDS, who, ARGV[12])
            end
            return {'KEPT', ended}
            """#

    /// ARGV digest, when it was used.
    static let noteUse = maker(
        account + #"""
            local kept = redis.call('HGET', TOKENS, ARGV[1])
            if kept then
              local who, rest = string.match(kept, '^(%S+) %S+(.*)$')
              redis.call('HSET', TOKENS, ARGV[1], who..' '..ARGV[2]..rest)
            end
            return {'DONE'}
            """#)

    /// ARGV for how long they are the caller's, how many at most.
    static let closings = writer(
        account + #"""
            local time = now()
            local found = redis.call('ZRANGEBYSCORE', CLOSING, '-inf', text(time),
              'LIMIT', 0, ARGV[2])
            for _, who in ipairs(found) do
              redis.call('ZADD', CLOSING, text(time + tonumber(ARGV[1])), who)
            end
            return {'LOGS', found}
            """#)

    /// ARGV user.
    static let closed = writer(
        account + #"""
            redis.call('ZREM', CLOSING, ARGV[1])
            return {'DONE'}
            """#)

    /// ARGV the place behind which, or nothing; how many at most.
    ///
    /// An engine that has forgotten everything begins the list anew, at an earlier place.
    static let revocations = reader(
        account + #"""
            local found, place = {}, '0-0'
            if ARGV[1] ~= '' then
              for _, entry in ipairs(redis.call('XRANGE', REVOKED, '('..ARGV[1], '+',
                'COUNT', ARGV[2])) do
                place = entry[1]
                table.insert(found, {entry[2][2]})
              end
            end
            if #found == 0 then
              local last = redis.call('XREVRANGE', REVOKED, '+', '-', 'COUNT', 1)[1]
              if last then place = last[1] end
            end
            return {'REVOKED', place, found}
            """#)

    /// ARGV what it is known by, and that.
    static let findUser = reader(
        account + #"""
            local who
            if ARGV[1] == 'name' then
              who = redis.call('HGET', NAMES, ARGV[2])
            elseif ARGV[1] == 'token' then
              who = string.match(redis.call('HGET', TOKENS, ARGV[2]) or '', '^%S+')
            elseif ARGV[1] == 'key' then
              who = string.match(redis.call('HGET', PRINTS, ARGV[2]) or '', '^(.*)/[^/]*$')
            else
              who = ARGV[2]
            end
            local kept = who and redis.call('HGET', USERS, who)
            if not kept then return {'USER'} end
            if ARGV[1] == 'token' then
              return {'USER', who, kept, ARGV[2], redis.call('HGET', TOKENS, ARGV[2])}
            end
            return {'USER', who, kept}
            """#)

    /// ARGV user.
    static let tokens = reader(
        account + #"""
            local found = {}
            for digest in string.gmatch(redis.call('HGET', ISSUED, ARGV[1]) or '', '%S+') do
              table.insert(found, {digest, redis.call('HGET', TOKENS, digest)})
            end
            return {'TOKENS', found}
            """#)

    /// ARGV user.
    static let links = reader(
        account + #"""
            local found = {}
            for id in string.gmatch(redis.call('HGET', LINKIDS, ARGV[1]) or '', '%S+') do
              table.insert(found, {id, redis.call('HGET', LINKS, ARGV[1]..'/'..id)})
            end
            return {'LINKS', found}
            """#)

    /// ARGV app, name, most.
    static let users = reader(
        account + #"""
            local found = {}
            local low = ARGV[2] == '' and '-' or '('..ARGV[2]
            for _, folded in ipairs(redis.call('ZRANGEBYLEX', SORTED, low, '+',
              'LIMIT', 0, tonumber(ARGV[3]) + 1)) do
              local who = redis.call('HGET', NAMES, ARGV[1]..'/'..folded)
              table.insert(found, {who, redis.call('HGET', USERS, who)})
            end
            return {'USERS', found}
            """#)
}
