import RedisWire

/// The scripts by which Redis does each deed in one step.
///
/// Each checks all before it writes anything, because Redis takes nothing back; and each key that
/// it touches is declared, because a cluster is right to refuse others. Numbers are written out
/// whole: Lua would print large ones short.
///
/// Redis makes the functions of a script anew whenever it runs it, and each command in it costs as
/// much as ten lines. So what runs with every change has no more of either than it needs.
enum EngineScript {
    /// Makes something new, for which Redis has to have room.
    static func maker(_ body: String) -> RedisScript {
        RedisScript("#!lua\n" + prelude + body)
    }

    /// Is done even when memory is short: nodes live on, clients come and go, and what makes room
    /// is not refused for want of it. `EngineDeed.needsRoom` says which deeds are so.
    static func writer(_ body: String) -> RedisScript {
        RedisScript("#!lua flags=allow-oom\n" + prelude + body)
    }

    /// May also run where nothing may be written: on a replica, or when memory is short.
    static func reader(_ body: String) -> RedisScript {
        RedisScript("#!lua flags=no-writes\n" + prelude + body)
    }

    private static let prelude = basics + sharing + notes

    /// Numbers, places, how a bucket and an object stand, and who may write.
    static let basics = #"""
        local function now()
          local time = redis.call('TIME')
          return time[1] * 1000 + math.floor(time[2] / 1000)
        end
        local function text(number) return string.format('%.0f', number) end
        local function parts(place)
          local epoch, count = string.match(place, '^(%d+)-(%d+)$')
          return tonumber(epoch), tonumber(count)
        end
        -- Head, floor, beginning, bytes in the log, last change.
        local function state(kept)
          if not kept then return '0-0', '0-0', 1, 0, 0 end
          local head, floor, beginning, logged, stamp =
            string.match(kept, '^(%S+) (%S+) (%d+) (%d+) (%d+)$')
          return head, floor, tonumber(beginning), tonumber(logged), tonumber(stamp)
        end
        local function stateText(head, floor, beginning, logged, stamp)
          return string.format('%s %s %.0f %.0f %.0f', head, floor, beginning, logged, stamp)
        end
        -- Of what is known of an object: version, place, removed, lease, created, stamp, change id.
        local function record(head)
          return string.match(head, '^(%d+) (%S+) (%d) (%S+) (%S+) (%d+) (%S+)$')
        end
        -- How a log stands for a writer, and whatever else is asked.
        local function standing(log, writer, ...)
          return redis.call('HMGET', log, 'h', 'n/'..writer, 't', 'e', 'z', 's', ...)
        end
        -- Why a writer may not write; nil if it may.
        local function refusal(log, known, writer, expected, place, wantsTurn)
          if known[5] == '1' then return {'GONE'} end
          if known[2] ~= '1' then return {'FENCED'} end
          if known[3] then
            local who, till = string.match(known[3], '^(%d+) (%d+)$')
            local left = tonumber(till) - now()
            if who ~= writer and left > 0 then return {'TURN', left} end
          end
          local head = known[1] or '0-0'
          if head ~= expected then
            if wantsTurn == '1' then
              redis.call('HSET', log, 't', writer..' '..text(now() + 50))
            end
            return {'OVERTAKEN', head}
          end
          local epoch, count = parts(place)
          local _, last = parts(head)
          if epoch < tonumber(known[4] or '0') then return {'EPOCH', tonumber(known[4])} end
          if count ~= last + 1 then return {'MISPLACED', head} end
          return nil
        end
        -- When the next entry is made, which is never before the last one.
        local function nextStamp(last) return math.max(now(), tonumber(last or '0')) end

        """#

    /// What concerns logs of others.
    static let sharing = #"""
        local function add(log, field, number)
          local sum = tonumber(redis.call('HGET', log, field) or '0') + number
          if sum > 0 then
            redis.call('HSET', log, field, text(sum))
          else
            redis.call('HDEL', log, field)
          end
        end
        -- How many objects of others a user has, in one bucket and in all.
        local function countMirrors(log, bucket, number)
          add(log, 'm/'..bucket, number)
          add(log, 'm', number)
        end
        -- Notes how far another log has been followed.
        local function followed(log, bucket, mark)
          local owner, place = string.match(mark, '^(%S+) (%S+)$')
          redis.call('HSET', log, 'f/'..bucket..'/'..owner, place)
        end
        -- Counts what is on its way to others, of one bucket and of all.
        local function countParcels(log, bucket, number)
          add(log, 'q/'..bucket, number)
          add(log, 'q', number)
        end
        -- Leaves what is to reach others beside the log.
        local function send(log, bucket, parcels, place, parcel)
          countParcels(log, bucket, redis.call('HSET', parcels, place, parcel))
        end

        """#

    private static let notes = #"""
        local function packed(place)
          local epoch, count = parts(place)
          return struct.pack('>I4>I8', epoch, count)
        end
        local function precedes(one, other)
          local epoch, count = parts(one)
          local epoch2, count2 = parts(other)
          return epoch < epoch2 or epoch == epoch2 and count < count2
        end
        local function bucketState(log, name) return state(redis.call('HGET', log, 'b/'..name)) end
        local function keepState(log, name, ...)
          redis.call('HSET', log, 'b/'..name, stateText(...))
        end
        -- Writes down what has no entry in a bucket, and tells it.
        local function note(log, notes, head, place, stamp, what)
          redis.call('XADD', notes, 'MAXLEN', '~', 256, place, 't', what, 's', text(stamp))
          local epoch = parts(place)
          redis.call('HSET', log, 'h', place, 'e', text(epoch), 's', text(stamp))
          redis.call('SPUBLISH', log, 'N '..head..' '..place..' '..text(stamp)..' '..what)
        end
        -- The same at the log's next place, which nobody else has worked out.
        local function noteNext(log, notes, what)
          local known = redis.call('HMGET', log, 'h', 'e', 's')
          local head = known[1] or '0-0'
          local epoch, count = parts(head)
          local place = text(math.max(epoch, tonumber(known[2] or '0')))..'-'..text(count + 1)
          note(log, notes, head, place, nextStamp(known[3]), what)
          return place
        end

        """#
}
