-- Calls of operators. The hash :bans has the lines of the list of bans: target -> line; the field
-- `bans` of the shard counts its changes.
--
-- ARGV: the name of the call, and its arguments.
local calls = {}

-- The lines, unless the caller knows this count of changes.
function calls.bans(known)
  local count = redis.call('HGET', S, 'bans') or '0'
  if count == known then return {'SAME'} end
  return {'BANS', count, redis.call('HVALS', S..':bans')}
end

function calls.ban(target, line)
  redis.call('HSET', S..':bans', target, line)
  redis.call('HINCRBY', S, 'bans', 1)
  return {'DONE'}
end

function calls.unban(target)
  if redis.call('HDEL', S..':bans', target) == 0 then return {'NONE'} end
  redis.call('HINCRBY', S, 'bans', 1)
  return {'DONE'}
end

-- Answers: STATE, number of servers; version, role, number of replicas, memory in use and its
-- limit, and policy of Redis.
function calls.state()
  local info = redis.call('INFO', 'server')..redis.call('INFO', 'replication')
    ..redis.call('INFO', 'memory')
  local answer = {'STATE', text(redis.call('HLEN', S..':nodes'))}
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
