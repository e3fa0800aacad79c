-- The calls of operators. The hash :bans contains the list of bans: target -> line. The field
-- `bans` of the home shard is the number of changes to the list.
--
-- ARGV: the name of the call, and its arguments.
local calls = {}

-- Returns BANS, the number of changes and the lines; only SAME if the caller knows this number.
function calls.bans(known)
  local count = redis.call('HGET', H, 'bans') or '0'
  if count == known then return {'SAME'} end
  return {'BANS', count, redis.call('HVALS', H..':bans')}
end

function calls.ban(target, line)
  redis.call('HSET', H..':bans', target, line)
  redis.call('HINCRBY', H, 'bans', 1)
  return {'DONE'}
end

function calls.unban(target)
  if redis.call('HDEL', H..':bans', target) == 0 then return {'NONE'} end
  redis.call('HINCRBY', H, 'bans', 1)
  return {'DONE'}
end

-- Returns STATE, the number of servers and of inserts that are due, and these values of Redis:
-- version, role, number of replicas, used memory, memory limit, eviction policy.
function calls.state()
  local info = redis.call('INFO', 'server')..redis.call('INFO', 'replication')
    ..redis.call('INFO', 'memory')
  local answer = {
    'STATE', text(redis.call('HLEN', H..':nodes')), text(redis.call('ZCARD', H..':due'))
  }
  for _, pattern in ipairs({
    'redis_version:(%S+)', 'role:(%S+)', 'connected_slaves:(%d+)', 'used_memory:(%d+)',
    'maxmemory:(%d+)', 'maxmemory_policy:(%S+)'
  }) do
    answer[#answer + 1] = string.match(info, pattern) or ''
  end
  return answer
end

local arguments = {}
for index = 2, #ARGV do arguments[index - 1] = ARGV[index] end
return calls[ARGV[1]](unpack(arguments))
