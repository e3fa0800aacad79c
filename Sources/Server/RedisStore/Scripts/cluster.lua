-- The calls of nodes, on the home shard. The hash :nodes contains the registered nodes: generation
-- -> nonce, format, time of the last renewal, address. The hash :settings contains the digests of
-- the options that must be equal on all nodes.
--
-- ARGV: the name of the call, and its arguments. A call checks all conditions before it writes.
local calls = {}
local FORMAT = '2'
-- The highest number that a node can read.
local HIGHEST = 4294967295
-- The key of the registry in versions up to 0.2.
local FORMER = string.match(H, '^(.*)2{s00}$')..'1{nodes}'
-- The keys of all shards, in the order of their numbers.
local SHARDS = {}
for number = 0, 15 do
  SHARDS[number + 1] = string.gsub(H, '00}$', string.format('%02d}', number))
end

-- Returns the key of the shard with this number.
local function shardKey(number) return SHARDS[tonumber(number) + 1] end

local function now()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

-- Returns the identifier of this run of Redis: of its process, and of the replication history that
-- it began. EXTENSIONS.md calls a run a life.
local function run()
  local info = redis.call('INFO', 'server')..redis.call('INFO', 'replication')
  return string.match(info, 'run_id:(%x+)')..string.match(info, 'master_replid:(%x+)')
end

local function node(generation)
  local row = redis.call('HGET', H..':nodes', generation)
  if not row then return nil end
  local nonce, format, renewed, address = string.match(row, '^(%d+) (%d+) (%d+) (.*)$')
  return {nonce = nonce, format = format, renewed = tonumber(renewed), address = address}
end

local function register(generation, entry)
  redis.call('HSET', H..':nodes', generation, table.concat({
    entry.nonce, entry.format, text(entry.renewed), entry.address
  }, ' '))
end

-- Returns VIEW, the run of Redis, the owner and term of each shard, the last number, the
-- milliseconds since the caller's previous renewal, and the generation, address and age of each
-- node.
local function view(elapsed)
  local time, owners, members = now(), {}, {}
  for index, key in ipairs(SHARDS) do
    local shard = redis.call('HMGET', key, 'owner', 'term')
    owners[index] = {shard[1] or '', shard[2] or '0'}
  end
  for _, generation in ipairs(redis.call('HKEYS', H..':nodes')) do
    local entry = node(generation)
    members[#members + 1] = {generation, entry.address, text(time - entry.renewed)}
  end
  return {'VIEW', run(), owners, redis.call('HGET', H, 'last') or '0', elapsed, members}
end

-- Returns the reason why a node can't use this Redis or its data; nil if it can.
local function unfit(format, family, mayForget, mayBegin)
  local info = redis.call('INFO', 'memory')..redis.call('INFO', 'persistence')
  if string.match(redis.call('INFO', 'cluster'), 'cluster_enabled:1') then
    return {'UNFIT', 'cluster-enabled'}
  end
  if mayForget == '0' then
    if string.match(info, 'maxmemory_policy:allkeys') then return {'UNFIT', 'maxmemory-policy'} end
    if string.match(info, 'aof_enabled:0') then return {'UNFIT', 'appendonly'} end
  end
  local kind = redis.call('TYPE', H).ok
  if kind ~= 'hash' and kind ~= 'none' then return {'DAMAGED'} end
  local shard = redis.call('HMGET', H, 'format', 'unfinished', 'held')
  if shard[2] then return {'COPYING', 0} end
  if tonumber(shard[3] or '0') > now() then return {'COPYING', 1} end
  if shard[1] then
    if tonumber(shard[1]) > tonumber(format) then return {'NEWER', tonumber(shard[1])} end
    if tonumber(shard[1]) < tonumber(format) then return {'OLDER', tonumber(shard[1])} end
    return nil
  end
  -- A few random keys are enough to recognise other data.
  for _ = 1, family ~= '' and 16 or 0 do
    local key = redis.call('RANDOMKEY')
    local found = key and tonumber(string.match(key, '^'..family..'(%d+){'))
    if key and not found then return {'FOREIGN', key} end
    if key and found > tonumber(format) then return {'NEWER', found} end
    if key and found < tonumber(format) then return {'OLDER', found} end
  end
  if mayBegin == '0' then return {'FORGOTTEN'} end
end

-- Returns how many numbers are skipped before the first number of a run of Redis. A promoted
-- replica may lack the latest numbers, and all data of a short run before it. So it skips more
-- numbers than these can be. Each run skips a different count, because two runs may begin with the
-- same last number.
local function leap(life) return 60 + tonumber(string.sub(life, 1, 2), 16) end

-- Returns the number after `last`: at least `least` and the seconds of Redis' clock.
local function following(last, least)
  return math.max(tonumber(last or '0') + 1, math.floor(now() / 1000), tonumber(least))
end

-- Returns a new number: at least `least` and the seconds of Redis' clock, and greater than the last
-- number. A node that will join also passes the arguments of `unfit`. In a Redis with other data,
-- the number is not recorded. Nor is a number above the highest, so an operator may lower `last`.
function calls.number(least, ...)
  local reason = ... and unfit(...)
  if reason then return reason end
  local shard = redis.call('HMGET', H, 'last', 'format', 'numbered')
  local life, number = run(), following(shard[1], least)
  if shard[3] ~= life then number = number + leap(life) end
  if number > HIGHEST then return ... and {'EXHAUSTED'} or {'NUMBER', text(number), life} end
  if shard[1] or shard[2] or redis.call('DBSIZE') == 0 then
    redis.call('HSET', H, 'last', text(number), 'numbered', life)
  end
  return {'NUMBER', text(number), life}
end

-- Returns the reason why a node could not join; FIT if it could. Has the arguments of `unfit`, and
-- only reads.
function calls.check(...) return unfit(...) or {'FIT'} end

-- Registers a node. The last arguments are the settings, each as its name and its digest.
function calls.join(
  generation, nonce, format, address, family, mayForget, mayBegin, isReplacing, ...
)
  local reason = unfit(format, family, mayForget, mayBegin)
  if reason then return reason end
  local isNew = redis.call('HEXISTS', H, 'format') == 0
  if redis.call('HEXISTS', H..':nodes', generation) == 1 then return {'DEAD'} end
  local settings, differing = {...}, {}
  for index = 1, #settings, 2 do
    local known = redis.call('HGET', H..':settings', settings[index])
    if known and known ~= settings[index + 1] then
      differing[#differing + 1] = settings[index]
    end
  end
  if #differing > 0 and (isReplacing == '0' or redis.call('EXISTS', H..':nodes') == 1) then
    return {'DIFFERS', differing}
  end
  if isNew then redis.call('HSET', H, 'format', format) end
  if #settings > 0 then redis.call('HSET', H..':settings', unpack(settings)) end
  local last = tonumber(redis.call('HGET', H, 'last') or '0')
  redis.call('HSET', H, 'last', text(math.max(last, tonumber(generation))))
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

-- Renews a node's entry. The last arguments are the generations of dead nodes, which are removed.
function calls.renew(generation, nonce, ...)
  local elapsed = renew(generation, nonce)
  if not elapsed then return {'DEAD'} end
  for _, dead in ipairs({...}) do redis.call('HDEL', H..':nodes', dead) end
  return view(elapsed)
end

-- Makes a node the owner of shards. The last arguments are the number, owner and term of each
-- shard. A shard that has another owner or term by now is skipped. The answer begins with BEGUN if
-- a shard was claimed for the first time in this run of Redis.
function calls.claim(generation, nonce, term, ...)
  local elapsed = renew(generation, nonce)
  if not elapsed then return {'DEAD'} end
  local named, life, hasBegun = {...}, run(), false
  for index = 1, #named, 3 do
    local key, owner, ownerTerm = shardKey(named[index]), named[index + 1], named[index + 2]
    local shard = redis.call('HMGET', key, 'owner', 'term', 'run')
    if (shard[1] or '') == owner and (shard[2] or '0') == ownerTerm
      and tonumber(term) > tonumber(ownerTerm)
    then
      redis.call('HSET', key, 'owner', generation, 'term', term, 'writes', 0, 'run', life)
      if owner ~= '' and owner ~= generation then redis.call('HDEL', H..':nodes', owner) end
      hasBegun = hasBegun or shard[3] ~= life
    end
  end
  local answer = view(elapsed)
  if hasBegun then answer[1] = 'BEGUN' end
  return answer
end

-- Makes another node, the heir, the owner of a shard. The caller must own it under this term.
function calls.pass(generation, nonce, number, term, heir)
  local elapsed = renew(generation, nonce)
  if not elapsed then return {'DEAD'} end
  local key = shardKey(number)
  local shard = redis.call('HMGET', key, 'owner', 'term')
  if shard[1] == generation and shard[2] == term then redis.call('HSET', key, 'owner', heir) end
  return view(elapsed)
end

-- Removes a node's entry. The last arguments are shards that it passes on, each as its number and
-- its heir. The node's other shards then have no owner.
function calls.leave(generation, nonce, ...)
  local entry = node(generation)
  if not entry or entry.nonce ~= nonce then return {'LEFT'} end
  redis.call('HDEL', H..':nodes', generation)
  local named, heirs = {...}, {}
  for index = 1, #named, 2 do heirs[shardKey(named[index])] = named[index + 1] end
  for _, key in ipairs(SHARDS) do
    if redis.call('HGET', key, 'owner') == generation then
      if heirs[key] then
        redis.call('HSET', key, 'owner', heirs[key])
      else
        redis.call('HDEL', key, 'owner')
      end
    end
  end
  return {'LEFT'}
end

-- Reserves all shards for some time, for a program that copies from them or into them. Meanwhile no
-- node can join. No node can use an incomplete copy.
function calls.reserve(isCopy, least, hold)
  local kind = redis.call('TYPE', H).ok
  if kind ~= 'hash' and kind ~= 'none' then return {'DAMAGED'} end
  local shard = redis.call('HMGET', H, 'format', 'unfinished', 'held', 'last')
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
    for _, generation in ipairs(redis.call('HKEYS', H..':nodes')) do
      if now() - node(generation).renewed < 3000 then return {'INUSE'} end
    end
    if tonumber(shard[3] or '0') > now() then return {'INUSE'} end
    if redis.call('EXISTS', H..':due') == 1 then return {'PENDING'} end
  end
  local term = following(shard[4], least)
  if term > HIGHEST then return {'EXHAUSTED'} end
  for _, key in ipairs(SHARDS) do
    redis.call('HSET', key, 'owner', text(term), 'term', text(term), 'writes', 0)
  end
  redis.call('HSET', H, 'format', FORMAT, 'last', text(term),
    isCopy == '1' and 'unfinished' or 'held',
    isCopy == '1' and '1' or text(now() + tonumber(hold)))
  redis.call('UNLINK', H..':nodes')
  return {'RESERVED', text(term)}
end

function calls.hold(term, hold)
  if redis.call('EXISTS', H) == 0 then
    redis.call('HSET', FORMER, 'held', text(now() + tonumber(hold)))
    return {'RESERVED', term}
  end
  if redis.call('HGET', H, 'owner') ~= term then return {'INUSE'} end
  redis.call('HSET', H, 'held', text(now() + tonumber(hold)))
  return {'RESERVED', term}
end

-- Ends a reservation, and marks a copy as complete.
function calls.release(term)
  if redis.call('EXISTS', H) == 0 then
    redis.call('HDEL', FORMER, 'held')
    return {'RESERVED', term}
  end
  if redis.call('HGET', H, 'owner') ~= term then return {'INUSE'} end
  redis.call('HDEL', H, 'unfinished', 'held')
  for _, key in ipairs(SHARDS) do redis.call('HDEL', key, 'owner') end
  return {'RESERVED', term}
end

local arguments = {}
for index = 2, #ARGV do arguments[index - 1] = ARGV[index] end
return calls[ARGV[1]](unpack(arguments))
