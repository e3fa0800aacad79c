import RedisWire
import SimperiumClock

/// All of these have the same keys: open halls by number; places by hall, those who know of none
/// with a `p` behind it; empty halls by since when; figures by hall; pages by hall, and the halls
/// that have one; hints; who waits; dead nodes by since when; and of the node, its places by hall
/// and the words of its hints. Beside the places stands how many halls the nodes have some in.
///
/// ARGV begins with the node. Halls and people come to lists in an order of their own, so that the
/// same question always has the same answer.
extension EngineScript {
    private static let directory = #"""
        local OPEN, PEOPLE, EMPTY, FIGURES, PAGES, SHOWN, HINTS, WAITING, DEAD, MINE, WORDS =
          unpack(KEYS)
        local node = ARGV[1]
        if redis.call('ZSCORE', DEAD, node) then return {'DEAD'} end
        local function people(hall)
          local found = redis.call('HMGET', PEOPLE, hall, hall..'p')
          return tonumber(found[1] or '0'), tonumber(found[2] or '0')
        end
        local function settle(hall)
          if hall ~= '1' then redis.call('ZADD', OPEN, hall, hall) end
          redis.call('ZREM', EMPTY, hall)
        end
        local function add(hall, own, plain)
          if own ~= 0 then redis.call('HINCRBY', PEOPLE, hall, own) end
          if plain ~= 0 then redis.call('HINCRBY', PEOPLE, hall..'p', plain) end
        end
        local function hold(before)
          local change = redis.call('HLEN', MINE) - before
          if change ~= 0 then redis.call('HINCRBY', PEOPLE, 'held', change) end
        end
        local function leave(hall)
          local own, plain = people(hall)
          if own + plain > 0 then return end
          redis.call('HDEL', PEOPLE, hall, hall..'p')
          if hall ~= '1' then redis.call('ZADD', EMPTY, text(now()), hall) end
        end
        local function held(kept)
          local own, plain = string.match(kept or '0 0', '^(%d+) (%d+)$')
          return tonumber(own), tonumber(plain)
        end
        local function figures(kept)
          local all, writer = {}, nil
          for word in string.gmatch(kept or '', '%S+') do
            if not writer then writer = word else table.insert(all, tonumber(word)) end
          end
          return writer, all
        end
        local function sum(by, sign)
          local _, all = figures(redis.call('HGET', FIGURES, 'all'))
          local words = {'-'}
          for index = 1, \#(DirectoryLimits.figures) do
            table.insert(words, text((all[index] or 0) + sign * (by[index] or 0)))
          end
          redis.call('HSET', FIGURES, 'all', table.concat(words, ' '))
        end
        local function untell(hall)
          local kept = redis.call('HGET', FIGURES, hall)
          if not kept then return end
          local _, old = figures(kept)
          sum(old, -1)
          redis.call('HDEL', FIGURES, hall)
          redis.call('HDEL', PAGES, hall)
          redis.call('ZREM', SHOWN, hall)
        end
        local function unhint(word, isMeant)
          local left = {}
          for line in string.gmatch(redis.call('HGET', HINTS, word) or '', '[^\n]+') do
            if not isMeant(line) then table.insert(left, line..'\n') end
          end
          if #left == 0 then
            redis.call('HDEL', HINTS, word)
          else
            redis.call('HSET', HINTS, word, table.concat(left))
          end
        end

        """#

    /// ARGV manner, hall, size, extended, most, plain, own in the first, closing, halls.
    static let enterHall = writer(
        directory + #"""
            local manner, wanted = ARGV[2], ARGV[3]
            local size, ownInFirst, last = tonumber(ARGV[4]), tonumber(ARGV[8]), tonumber(ARGV[10])
            for _, closed in ipairs(redis.call('ZRANGEBYSCORE', EMPTY, '-inf',
              text(now() - tonumber(ARGV[9])), 'LIMIT', 0, \#(DirectoryLimits.closedAtOnce))) do
              redis.call('ZREM', EMPTY, closed)
              redis.call('ZREM', OPEN, closed)
            end
            local function take(hall, own, plain)
              local count = redis.call('HLEN', MINE)
              local before, beforePlain = held(redis.call('HGET', MINE, hall))
              redis.call('HSET', MINE, hall,
                text(before + own)..' '..text(beforePlain + plain))
              hold(count)
              add(hall, own, plain)
              settle(hall)
              return {'HALL', tonumber(hall)}
            end
            if manner == 'plain' then
              local _, plain = people('1')
              if plain >= tonumber(ARGV[7]) then return {'FULL'} end
              return take('1', 0, 1)
            end
            if manner ~= 'any' and (wanted == '1' or redis.call('ZSCORE', OPEN, wanted)) then
              local own, plain = people(wanted)
              local limit = manner == 'named' and ARGV[5] or ARGV[6]
              if own + plain < tonumber(limit) then return take(wanted, 1, 0) end
            end
            local best, most
            local function consider(hall)
              local own, plain = people(hall)
              if own + plain >= size or hall == '1' and own >= ownInFirst then return end
              if not best or own + plain > most
                or own + plain == most and tonumber(hall) < tonumber(best) then
                best, most = hall, own + plain
              end
            end
            for _, hall in ipairs(redis.call('HKEYS', MINE)) do consider(hall) end
            if not best then consider('1') end
            if best then return take(best, 1, 0) end
            -- The first number behind which one is missing: up to it, all are open.
            local low, high = 1, redis.call('ZCARD', OPEN) + 2
            while high - low > 1 do
              local middle = math.floor((low + high) / 2)
              if redis.call('ZCOUNT', OPEN, 2, middle) == middle - 1 then
                low = middle
              else
                high = middle
              end
            end
            if high > last then return {'FULL'} end
            return take(text(high), 1, 0)
            """#)

    /// ARGV for each hall: number, own, plain.
    static let holdHalls = writer(
        directory + #"""
            local wanted = {}
            for index = 2, #ARGV, 3 do
              if tonumber(ARGV[index + 1]) + tonumber(ARGV[index + 2]) > 0 then
                wanted[ARGV[index]] = ARGV[index + 1]..' '..ARGV[index + 2]
              end
            end
            local before = redis.call('HGETALL', MINE)
            for index = 1, #before, 2 do
              local hall = before[index]
              local own, plain = held(before[index + 1])
              local newOwn, newPlain = held(wanted[hall])
              add(hall, newOwn - own, newPlain - plain)
              if not wanted[hall] then redis.call('HDEL', MINE, hall) end
            end
            for index = 2, #ARGV, 3 do
              local hall = ARGV[index]
              if wanted[hall] then
                if not redis.call('HGET', MINE, hall) then add(hall, held(wanted[hall])) end
                redis.call('HSET', MINE, hall, wanted[hall])
                settle(hall)
              end
            end
            for index = 1, #before, 2 do leave(before[index]) end
            hold(#before / 2)
            return {'DONE'}
            """#)

    /// ARGV how many halls, hints added and removed; for each hall its number, figures with spaces
    /// between them, or nothing, and page; for each hint word, hall and key.
    static let tellHalls = writer(
        directory + #"""
            local place = 5
            for _ = 1, tonumber(ARGV[2]) do
              local hall, told, page = ARGV[place], ARGV[place + 1], ARGV[place + 2]
              place = place + 3
              local writer = figures(redis.call('HGET', FIGURES, hall))
              if told ~= '' then
                untell(hall)
                local kept = node..' '..told
                local _, all = figures(kept)
                sum(all, 1)
                redis.call('HSET', FIGURES, hall, kept)
                if page ~= '' then
                  redis.call('HSET', PAGES, hall, page)
                  redis.call('ZADD', SHOWN, hall, hall)
                end
              elseif writer == node then
                untell(hall)
              end
            end
            local added = place
            place = place + 3 * tonumber(ARGV[3])
            for _ = 1, tonumber(ARGV[4]) do
              local trace = ARGV[place + 1]..' '..ARGV[place + 2]..' '..node
              unhint(ARGV[place], function(line) return line == trace end)
              place = place + 3
            end
            place = added
            for _ = 1, tonumber(ARGV[3]) do
              local word, trace = ARGV[place], ARGV[place + 1]..' '..ARGV[place + 2]..' '..node
              place = place + 3
              local lines = redis.call('HGET', HINTS, word) or ''
              local count, isThere = 0, false
              for line in string.gmatch(lines, '[^\n]+') do
                count = count + 1
                isThere = isThere or line == trace
              end
              if not isThere and count < \#(DirectoryLimits.traces) then
                redis.call('HSET', HINTS, word, lines..trace..'\n')
              end
              redis.call('SADD', WORDS, word)
            end
            local _, all = figures(redis.call('HGET', FIGURES, 'all'))
            for index = 1, \#(DirectoryLimits.figures) do all[index] = all[index] or 0 end
            local halls = redis.call('ZCARD', OPEN) + 1
            local own, plain = people('1')
            local empty = redis.call('ZCARD', EMPTY) + (own + plain == 0 and 1 or 0)
            return {'SUMS', all, halls, math.max(0, halls - empty),
              math.max(0, tonumber(redis.call('HGET', PEOPLE, 'held') or '0'))}
            """#)

    /// ARGV for each who waits: id, hall, kind, 1 if able to move.
    ///
    /// Kept by id: hall, kind, able to move, node, promised until, seen.
    static let waitInHalls = writer(
        directory + #"""
            local time = now()
            local present, others, ours = {}, {}, {}
            local kept = redis.call('HGETALL', WAITING)
            local promised = {}
            for index = 1, #kept, 2 do
              local id = kept[index]
              local hall, kind, moves, owner, till, seen =
                string.match(kept[index + 1], '^(%d+) (%d+) (%d) (%d+) (%d+) (%d+)$')
              if owner == node then
                promised[id] = tonumber(till)
                redis.call('HDEL', WAITING, id)
              elseif tonumber(seen) + \#(DirectoryLimits.attention.wholeMilliseconds) > time then
                present[id] = {hall = tonumber(hall), kind = kind, moves = moves, owner = owner,
                  till = tonumber(till), seen = tonumber(seen)}
                table.insert(others, id)
              else
                redis.call('HDEL', WAITING, id)
              end
            end
            for index = 2, #ARGV, 4 do
              local id = ARGV[index]
              if not present[id] then
                present[id] = {hall = tonumber(ARGV[index + 1]), kind = ARGV[index + 2],
                  moves = ARGV[index + 3], owner = node, till = promised[id] or time, seen = time}
                table.insert(ours, id)
              end
            end
            local offers, leaving = {}, {}
            for _, id in ipairs(ours) do
              local mover = present[id]
              if mover.moves == '1' and mover.till <= time then
                local best, bestID
                for _, other in ipairs(others) do
                  local target = present[other]
                  if target.till <= time and target.kind == mover.kind
                    and (target.hall < mover.hall
                      or target.moves == '0' and target.hall ~= mover.hall)
                    and (not best or target.hall < best.hall
                      or target.hall == best.hall and other < bestID) then
                    best, bestID = target, other
                  end
                end
                if best then
                  mover.till = time + \#(DirectoryLimits.promise.wholeMilliseconds)
                  best.till = mover.till
                  leaving[id] = true
                  table.insert(offers, {id, best.hall})
                end
              end
            end
            local expected = {}
            for _, id in ipairs(ours) do
              if not leaving[id] and present[id].till > time then table.insert(expected, id) end
            end
            for id, waiter in pairs(present) do
              redis.call('HSET', WAITING, id, text(waiter.hall)..' '..waiter.kind..' '
                ..waiter.moves..' '..waiter.owner..' '..text(waiter.till)..' '..text(waiter.seen))
            end
            return {'OFFERS', offers, expected}
            """#)

    /// ARGV word.
    static let findHall = reader(
        directory + #"""
            local found = {}
            for hall, key in string.gmatch(redis.call('HGET', HINTS, ARGV[2]) or '',
              '(%d+) (%S+) %d+\n') do
              table.insert(found, {tonumber(hall), key})
            end
            return {'TRACES', found}
            """#)

    /// ARGV hall.
    static let showHalls = reader(
        directory + #"""
            local found = {}
            local halls = redis.call('ZRANGEBYSCORE', SHOWN, '('..ARGV[2], '+inf',
              'LIMIT', 0, \#(DirectoryLimits.page + 1))
            for index, hall in ipairs(halls) do
              if index <= \#(DirectoryLimits.page) then
                table.insert(found, {tonumber(hall), redis.call('HGET', PAGES, hall)})
              end
            end
            return {'PAGE', found, #halls > \#(DirectoryLimits.page) and 1 or 0}
            """#)

    /// Of a dead node, which the keys are of, too.
    static let voidHalls = writer(
        directory + #"""
            local time = now()
            redis.call('ZREMRANGEBYSCORE', DEAD, '-inf',
              text(time - \#(DirectoryLimits.memory.wholeMilliseconds)))
            redis.call('ZADD', DEAD, text(time), node)
            local mine = redis.call('HGETALL', MINE)
            redis.call('DEL', MINE)
            for index = 1, #mine, 2 do
              local own, plain = held(mine[index + 1])
              add(mine[index], -own, -plain)
              leave(mine[index])
            end
            hold(#mine / 2)
            local told = redis.call('HGETALL', FIGURES)
            for index = 1, #told, 2 do
              if figures(told[index + 1]) == node then untell(told[index]) end
            end
            for _, word in ipairs(redis.call('SMEMBERS', WORDS)) do
              unhint(word, function(line) return string.match(line, '(%d+)$') == node end)
            end
            redis.call('DEL', WORDS)
            local waiting = redis.call('HGETALL', WAITING)
            for index = 1, #waiting, 2 do
              if string.match(waiting[index + 1], '^%d+ %d+ %d (%d+)') == node then
                redis.call('HDEL', WAITING, waiting[index])
              end
            end
            return {'DONE'}
            """#)
}
