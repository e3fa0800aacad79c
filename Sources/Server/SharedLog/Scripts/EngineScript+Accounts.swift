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

    /// ARGV user, folded name, record, until when the name is kept of one who has left.
    ///
    /// Two nodes may want one name at once: the second is told that it is taken.
    static let keepUser = maker(
        account + #"""
            local who, folded, kept = ARGV[1], ARGV[2], ARGV[3]
            local app = string.match(who, '^[^/]*')
            local owner = redis.call('HGET', NAMES, app..'/'..folded)
            if owner and owner ~= who then return {'TAKEN'} end
            local old = redis.call('HGET', USERS, who)
            -- Since when there is a user never changes.
            if old then kept = string.gsub(kept, '%S+$', string.match(old, '%S+$')) end
            forget(who)
            redis.call('HSET', USERS, who, kept)
            redis.call('HSET', FOLDED, who, folded)
            redis.call('HSET', NAMES, app..'/'..folded, who)
            if ARGV[4] == '' then
              redis.call('ZADD', SORTED, 0, folded)
            else
              redis.call('ZADD', GONE, ARGV[4], who)
            end
            return {'DONE'}
            """#)

    /// ARGV digest, user, when it was used.
    static let issue = maker(
        account + #"""
            dropToken(ARGV[1])
            redis.call('HSET', TOKENS, ARGV[1], ARGV[2]..' '..ARGV[3])
            add(ISSUED, ARGV[2], ARGV[1])
            return {'DONE'}
            """#)

    /// ARGV digest, when it was used.
    static let noteUse = maker(
        account + #"""
            local kept = redis.call('HGET', TOKENS, ARGV[1])
            if kept then
              redis.call('HSET', TOKENS, ARGV[1], string.match(kept, '^%S+')..' '..ARGV[2])
            end
            return {'DONE'}
            """#)

    /// ARGV digests.
    static let revoke = writer(
        account + #"""
            for _, digest in ipairs(ARGV) do
              dropToken(digest)
              note(digest)
              for link in string.gmatch(redis.call('HGET', PROOFS, digest) or '', '%S+') do
                dropLink(link)
              end
            end
            return {'DONE'}
            """#)

    /// ARGV user.
    static let revokeAll = writer(
        account + #"""
            for digest in string.gmatch(redis.call('HGET', ISSUED, ARGV[1]) or '', '%S+') do
              redis.call('HDEL', TOKENS, digest)
              note(digest)
            end
            redis.call('HDEL', ISSUED, ARGV[1])
            for id in string.gmatch(redis.call('HGET', LINKIDS, ARGV[1]) or '', '%S+') do
              local link = ARGV[1]..'/'..id
              local kept = redis.call('HGET', LINKS, link)
              if kept and string.match(kept, '^token ') then dropLink(link) end
            end
            return {'DONE'}
            """#)

    /// ARGV user, link id, kind of proof, proof, device and since when.
    static let link = maker(
        account + #"""
            local link = ARGV[1]..'/'..ARGV[2]
            dropLink(link)
            if ARGV[3] == 'key' then
              local print = string.match(ARGV[1], '^[^/]*')..'/'..ARGV[4]
              local other = redis.call('HGET', PRINTS, print)
              if other then dropLink(other) end
              redis.call('HSET', PRINTS, print, link)
            else
              add(PROOFS, ARGV[4], link)
            end
            redis.call('HSET', LINKS, link, ARGV[3]..' '..ARGV[4]..' '..ARGV[5])
            add(LINKIDS, ARGV[1], ARGV[2])
            return {'DONE'}
            """#)

    /// ARGV user, link id.
    static let unlink = writer(
        account + #"""
            dropLink(ARGV[1]..'/'..ARGV[2])
            return {'DONE'}
            """#)

    /// ARGV user.
    static let forgetUser = writer(
        account + #"""
            shutOut(ARGV[1])
            if redis.call('HEXISTS', USERS, ARGV[1]) == 1 then noteClosing(ARGV[1]) end
            forget(ARGV[1])
            return {'DONE'}
            """#)

    /// ARGV user, the present second, until when the name is kept, what is put for all but that.
    static let retireUser = writer(
        account + #"""
            local who = ARGV[1]
            shutOut(who)
            local kept = redis.call('HGET', USERS, who)
            if kept then
              local folded, since = string.match(kept, '^%S+ (%S+) .* (%S+)$')
              redis.call('HSET', USERS, who,
                ARGV[4]..' '..folded..' 0 0 0 - - 2 '..ARGV[3]..' '..since)
              redis.call('ZREM', SORTED, redis.call('HGET', FOLDED, who))
              redis.call('ZADD', GONE, ARGV[3], who)
              noteClosing(who)
            end
            for _, gone in ipairs(redis.call('ZRANGEBYSCORE', GONE, '-inf', ARGV[2])) do
              shutOut(gone)
              forget(gone)
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
