-- Calls of nodes. The hash :nodes has each node that is registered: generation -> nonce, format,
-- time of the last renewal, address. The hash :settings has digests of the options that all have.
--
-- ARGV: the name of the call, and its arguments. Nothing is written before all is checked.
local calls = {}
local FORMAT = '2'
-- The registry of the versions up to 0.2.
local FORMER = string.match(S, '^(.*)2{s00}$')..'1{nodes}'

local function now()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

-- The life of Redis: its process, and the replication that it is the origin of.
local function run()
  local info = redis.call('INFO', 'server')..redis.call('INFO', 'replication')
  return string.match(info, 'run_id:(%x+)')..string.match(info, 'master_replid:(%x+)')
end

local function node(generation)
  local row = redis.call('HGET', S..':nodes', generation)
  if not row then return nil end
  local nonce, format, renewed, address = string.match(row, '^(%d+) (%d+) (%d+) (.*)$')
  return {nonce = nonce, format = format, renewed = tonumber(renewed), address = address}
end

local function register(generation, entry)
  redis.call('HSET', S..':nodes', generation, table.concat({
    entry.nonce, entry.format, text(entry.renewed), entry.address
  }, ' '))
end

-- Answers: VIEW, life, owner, term, last number, milliseconds since the caller's renewal before,
-- and generation, address and age of each node.
local function view(elapsed)
  local shard = redis.call('HMGET', S, 'owner', 'term', 'last')
  local time, members = now(), {}
  for _, generation in ipairs(redis.call('HKEYS', S..':nodes')) do
    local entry = node(generation)
    members[#members + 1] = {generation, entry.address, text(time - entry.renewed)}
  end
  return {'VIEW', run(), shard[1] or '', shard[2] or '0', shard[3] or '0', elapsed, members}
end

-- The reason why Redis, or its data, can't be used; nil if it can.
local function unfit(format, family, mayForget, mayBegin)
  local info = redis.call('INFO', 'memory')..redis.call('INFO', 'persistence')
  if string.match(redis.call('INFO', 'cluster'), 'cluster_enabled:1') then
    return {'UNFIT', 'cluster-enabled'}
  end
  if mayForget == '0' then
    if string.match(info, 'maxmemory_policy:allkeys') then return {'UNFIT', 'maxmemory-policy'} end
    if string.match(info, 'aof_enabled:0') then return {'UNFIT', 'appendonly'} end
  end
  local kind = redis.call('TYPE', S).ok
  if kind ~= 'hash' and kind ~= 'none' then return {'DAMAGED'} end
  local shard = redis.call('HMGET', S, 'format', 'unfinished', 'held')
  if shard[2] then return {'COPYING', 0} end
  if tonumber(shard[3] or '0') > now() then return {'COPYING', 1} end
  if shard[1] then
    if tonumber(shard[1]) > tonumber(format) then return {'NEWER', tonumber(shard[1])} end
    if tonumber(shard[1]) < tonumber(format) then return {'OLDER', tonumber(shard[1])} end
    return nil
  end
  -- Some of the keys show as much as all.
  for _ = 1, family ~= '' and 16 or 0 do
    local key = redis.call('RANDOMKEY')
    local found = key and tonumber(string.match(key, '^'..family..'(%d+){'))
    if key and not found then return {'FOREIGN', key} end
    if key and found > tonumber(format) then return {'NEWER', found} end
    if key and found < tonumber(format) then return {'OLDER', found} end
  end
  if mayBegin == '0' then return {'FORGOTTEN'} end
end

-- The numbers that the first one of a life of Redis leaves out. A promoted replica may not have
-- the latest ones, and nothing of a short life before it: so it leaves them out behind all bounds.
local LEAP = 60

-- Takes a number that is at least `least` and Redis' seconds, and higher than the last one. The
-- other arguments come from a node that will join. In a Redis with other data it is not recorded.
function calls.number(least, ...)
  local reason = ... and unfit(...)
  if reason then return reason end
  local shard = redis.call('HMGET', S, 'last', 'format', 'numbered')
  local life, last = run(), tonumber(shard[1] or '0')
  local number = math.max(last + 1, math.floor(now() / 1000), tonumber(least))
  if shard[3] ~= life then number = number + LEAP end
  if shard[1] or shard[2] or redis.call('DBSIZE') == 0 then
    redis.call('HSET', S, 'last', text(number), 'numbered', life)
  end
  return {'NUMBER', text(number), life}
end

-- Registers a node. The settings follow, each with its name and its digest.
function calls.join(
  generation, nonce, format, address, family, mayForget, mayBegin, isReplacing, ...
)
  local reason = unfit(format, family, mayForget, mayBegin)
  if reason then return reason end
  local isNew = redis.call('HEXISTS', S, 'format') == 0
  if redis.call('HEXISTS', S..':nodes', generation) == 1 then return {'DEAD'} end
  local settings, differing = {...}, {}
  for index = 1, #settings, 2 do
    local known = redis.call('HGET', S..':settings', settings[index])
    if known and known ~= settings[index + 1] then
      differing[#differing + 1] = settings[index]
    end
  end
  if #differing > 0 and (isReplacing == '0' or redis.call('EXISTS', S..':nodes') == 1) then
    return {'DIFFERS', differing}
  end
  if isNew then redis.call('HSET', S, 'format', format) end
  if #settings > 0 then redis.call('HSET', S..':settings', unpack(settings)) end
  local last = tonumber(redis.call('HGET', S, 'last') or '0')
  redis.call('HSET', S, 'last', text(math.max(last, tonumber(generation))))
  register(generation, {nonce = nonce, format = format, renewed = now(), address = address})
  return view('')
end

local function renew(generation, nonce)
  local entry = node(generation)
  if not entry or entry.nonce ~= nonce then return nil end
  local time = now()
  local elapsed = text(time - entry.renewed)
  entry.renewed = time
  register(generation, entry)
  return elapsed
end

-- The generations of dead nodes follow.
function calls.renew(generation, nonce, ...)
  local elapsed = renew(generation, nonce)
  if not elapsed then return {'DEAD'} end
  for _, dead in ipairs({...}) do redis.call('HDEL', S..':nodes', dead) end
  return view(elapsed)
end

-- Makes a node the owner, if the ownership is as named. The answer to a first claim in a life of
-- Redis begins with BEGUN.
function calls.claim(generation, nonce, term, owner, ownerTerm)
  local elapsed = renew(generation, nonce)
  if not elapsed then return {'DEAD'} end
  local shard = redis.call('HMGET', S, 'owner', 'term', 'run')
  if (shard[1] or '') ~= owner or (shard[2] or '0') ~= ownerTerm
    or tonumber(term) <= tonumber(ownerTerm)
  then
    return view(elapsed)
  end
  redis.call('HSET', S, 'owner', generation, 'term', term, 'writes', 0, 'run', run())
  if owner ~= '' and owner ~= generation then redis.call('HDEL', S..':nodes', owner) end
  local answer = view(elapsed)
  if shard[3] ~= run() then answer[1] = 'BEGUN' end
  return answer
end

function calls.leave(generation, nonce)
  local entry = node(generation)
  if entry and entry.nonce == nonce then
    redis.call('HDEL', S..':nodes', generation)
    if redis.call('HGET', S, 'owner') == generation then redis.call('HDEL', S, 'owner') end
  end
  return {'LEFT'}
end

-- Reserves the data for a program that copies it, or makes it a copy, for some time. Other nodes
-- can't join meanwhile, and an incomplete copy is of no use to any.
function calls.reserve(isCopy, least, hold)
  local kind = redis.call('TYPE', S).ok
  if kind ~= 'hash' and kind ~= 'none' then return {'DAMAGED'} end
  local shard = redis.call('HMGET', S, 'format', 'unfinished', 'held', 'last')
  if isCopy == '1' then
    if redis.call('DBSIZE') > 0 then return {'TAKEN'} end
    local reason = unfit(FORMAT, '', '0')
    if reason then return reason end
  else
    if not shard[1] and redis.call('EXISTS', FORMER) == 1 then
      local time = text(now())
      if redis.call('ZCOUNT', FORMER..':a', time, '+inf') > 0 then return {'INUSE'} end
      local known = redis.call('HMGET', FORMER, 'unfinished', 'held', 'last')
      if known[1] then return {'UNFINISHED'} end
      if tonumber(known[2] or '0') > now() then return {'INUSE'} end
      redis.call('HSET', FORMER, 'held', text(now() + tonumber(hold)))
      return {'FORMER', text(math.max(tonumber(known[3] or '0'), tonumber(least)))}
    end
    if not shard[1] then return {redis.call('DBSIZE') == 0 and 'EMPTY' or 'FOREIGN'} end
    if shard[1] ~= FORMAT then return {'FOREIGN'} end
    if shard[2] then return {'UNFINISHED'} end
    for _, generation in ipairs(redis.call('HKEYS', S..':nodes')) do
      if now() - node(generation).renewed < 3000 then return {'INUSE'} end
    end
    if tonumber(shard[3] or '0') > now() then return {'INUSE'} end
    if redis.call('EXISTS', S..':due') == 1 then return {'PENDING'} end
  end
  local term = math.max(
    tonumber(shard[4] or '0') + 1, math.floor(now() / 1000), tonumber(least))
  redis.call('HSET', S, 'format', FORMAT, 'owner', text(term), 'term', text(term), 'writes', 0,
    'last', text(term), isCopy == '1' and 'unfinished' or 'held',
    isCopy == '1' and '1' or text(now() + tonumber(hold)))
  redis.call('UNLINK', S..':nodes')
  return {'RESERVED', text(term)}
end

function calls.hold(term, hold)
  if redis.call('EXISTS', S) == 0 then
    redis.call('HSET', FORMER, 'held', text(now() + tonumber(hold)))
    return {'RESERVED', term}
  end
  if redis.call('HGET', S, 'owner') ~= term then return {'INUSE'} end
  redis.call('HSET', S, 'held', text(now() + tonumber(hold)))
  return {'RESERVED', term}
end

-- Ends a reservation. A copy is complete from now on.
function calls.release(term)
  if redis.call('EXISTS', S) == 0 then
    redis.call('HDEL', FORMER, 'held')
    return {'RESERVED', term}
  end
  if redis.call('HGET', S, 'owner') ~= term then return {'INUSE'} end
  redis.call('HDEL', S, 'owner', 'unfinished', 'held')
  return {'RESERVED', term}
end

local arguments = {}
for index = 2, #ARGV do arguments[index - 1] = ARGV[index] end
return calls[ARGV[1]](unpack(arguments))
