-- Answers a query: of the owner after its earlier writes, or of any other node.
--
-- ARGV: from the owner, generation, term and number of writes; from another node, '-' and two
-- unused words. Then the name of the query, and its arguments. Returns DONE and the values of the
-- query's function; to the owner also FENCED or BEHIND, as `refusal` does.
local queries = {}

-- Returns an empty page for at most `entries` rows with a total size of `bytes`. `take` adds a row,
-- or returns false if the page has no room for it. The first row always has room.
local function newPage(entries, bytes)
  local page = {rows = {}, more = 0, sum = 0, entries = tonumber(entries), bytes = tonumber(bytes)}
  function page.take(row, size)
    local isFull = #page.rows >= page.entries or page.sum + size > page.bytes
    if #page.rows > 0 and isFull then
      page.more = 1
      return false
    end
    page.rows[#page.rows + 1] = row
    page.sum = page.sum + size
    return true
  end
  return page
end

-- Calls `take` for the members of a sorted set, in the given order, until it returns false.
local function eachMember(set, low, high, isDescending, take)
  while true do
    local members
    if isDescending then
      members = redis.call('ZREVRANGEBYLEX', set, high, low, 'LIMIT', 0, 100)
    else
      members = redis.call('ZRANGEBYLEX', set, low, high, 'LIMIT', 0, 100)
    end
    for _, member in ipairs(members) do
      if not take(member) then return end
    end
    if #members < 100 then return end
    if isDescending then high = '('..members[100] else low = '('..members[100] end
  end
end

local function entity(n, key, hasObject)
  local row = redis.call('HGET', S..':e/'..n, key)
  if not row then return nil end
  return {
    key, row, hasObject and redis.call('HGET', S..':j/'..n, key),
    redis.call('HGET', S..':o/'..n, key), redis.call('HGET', S..':g/'..n, key)
  }
end

local function sizeOf(row) return row[3] and #row[3] or 0 end

function queries.bucket(bucket)
  local s = bucketState(bucket)
  if not s then
    local app, user = parts(bucket)
    return false, redis.call('HLEN', S..':b/'..app..'/'..user)
  end
  return {
    s.head, s.floor, text(s.count), text(s.mirrors), text(s.stamp), text(s.beginning)
  }, redis.call('LRANGE', S..':y/'..s.n, 0, -1)
end

function queries.entity(bucket, key)
  local s = bucketState(bucket)
  local row = s and entity(s.n, key, true)
  if not row then return false, s and s.beginning or 1 end
  return row, redis.call('LRANGE', S..':c/'..s.n..'/'..key, 0, -1)
end

function queries.version(bucket, version, key)
  local s = bucketState(bucket)
  local row = s and redis.call('HGET', S..':e/'..s.n, key)
  if not row then return false end
  if objectRow(row) == version then
    local object = redis.call('HGET', S..':j/'..s.n, key)
    if object then return object end
  end
  return redis.call('HGET', S..':v/'..s.n..'/'..key, version)
end

-- Returns the changes after a position; false if the position is neither the floor nor in the log.
function queries.changes(bucket, position, entries, bytes)
  local s = bucketState(bucket) or {floor = ZERO}
  if position < s.floor then return false end
  local log = S..':l/'..(s.n or '')
  local id = streamID(position)
  if position ~= s.floor and #redis.call('XRANGE', log, id, id) == 0 then return false end
  local page = newPage(entries, bytes)
  while true do
    local changes = redis.call('XRANGE', log, '('..id, '+', 'COUNT', 16)
    for _, change in ipairs(changes) do
      if not page.take(change, #change[2][10]) then return page.rows, page.more end
      id = change[1]
    end
    if #changes < 16 then return page.rows, page.more end
  end
end

function queries.everybody(app, name, position, entries, bytes)
  local page = newPage(entries, bytes)
  eachMember(S..':f/'..app..'/'..name, '('..position..'\255', '+', false, function(member)
    local user = string.sub(member, 25)
    local s = bucketState(app..'/'..user..'/'..name)
    local id = streamID(string.sub(member, 1, 24))
    local change = s and redis.call('XRANGE', S..':l/'..s.n, id, id)[1]
    -- The bucket may have been dropped.
    if not change then return true end
    return page.take({user, change}, #change[2][10])
  end)
  return page.rows, page.more
end

-- Returns the present objects between two positions. `above` and `below` may be empty.
function queries.index(bucket, order, above, below, hasObjects, entries, bytes)
  local s = bucketState(bucket)
  local page = newPage(entries, bytes)
  if not s then return page.rows, page.more end
  local low = above == '' and '-' or '('..above..'\255'
  local high = below == '' and '+' or '('..below
  eachMember(S..':i/'..s.n, low, high, order == 'newest', function(member)
    local row = entity(s.n, string.sub(member, 25), hasObjects == '1')
    return page.take(row, sizeOf(row))
  end)
  return page.rows, page.more
end

function queries.owned(bucket, key, entries, bytes)
  local s = bucketState(bucket)
  local page = newPage(entries, bytes)
  if not s then return page.rows, page.more end
  eachMember(S..':w/'..s.n, key == '' and '-' or '('..key, '+', false, function(member)
    local row = entity(s.n, member, true)
    return page.take(row, sizeOf(row))
  end)
  return page.rows, page.more
end

function queries.presence(bucket, entries)
  local page = newPage(entries, 0)
  eachMember(S..':w', bucket == '' and '-' or '('..bucket, '+', false, function(member)
    return page.take(member, 0)
  end)
  return page.rows, page.more
end

function queries.seatEnds(stamp, count)
  local low = string.format('[%015.0f', stamp + 1)
  local rows = {}
  for _, member in ipairs(
    redis.call('ZREVRANGEBYLEX', S..':end', '+', low, 'LIMIT', 0, count)
  ) do
    local session = string.sub(member, 28)
    rows[#rows + 1] = {session, redis.call('HGET', S..':ends', session)}
  end
  return rows
end

function queries.buckets(app, user) return redis.call('HKEYS', S..':b/'..app..'/'..user) end

function queries.mirrors(app, user)
  local sum = 0
  for _, name in ipairs(redis.call('HKEYS', S..':b/'..app..'/'..user)) do
    sum = sum + bucketState(app..'/'..user..'/'..name).mirrors
  end
  return sum
end

function queries.debts(count)
  local rows = {}
  for _, member in ipairs(redis.call('ZRANGEBYLEX', H..':due', '-', '+', 'LIMIT', 0, count)) do
    local bucket, key = string.match(string.sub(member, 13), '^(.*)/([^/]*)$')
    rows[#rows + 1] = {bucket, key, redis.call('HGET', H..':d/'..bucket, key)}
  end
  return rows
end

local function user(app, id)
  if not id then return false end
  local row = redis.call('HGETALL', H..':u/'..app..'/'..id)
  return #row > 0 and {app, id, row}
end

local function token(digest) return {digest, redis.call('HGETALL', H..':t/'..digest)} end

function queries.user(app, folded) return user(app, redis.call('HGET', H..':n/'..app, folded)) end

function queries.owner(app, id) return user(app, id) end

function queries.holder(digest)
  local holder = redis.call('HMGET', H..':t/'..digest, 'app', 'user')
  local found = holder[1] and user(holder[1], holder[2])
  return found, found and token(digest)
end

function queries.keyHolder(app, key)
  local holder = redis.call('HGET', H..':k/'..app, key)
  return user(app, holder and string.match(holder, '^(.*) %x*$'))
end

function queries.tokens(app, id)
  local rows = {}
  for _, digest in ipairs(redis.call('ZRANGE', H..':t/'..app..'/'..id, 0, -1)) do
    rows[#rows + 1] = token(digest)
  end
  return rows
end

-- Returns the links in no particular order.
function queries.links(app, id) return redis.call('HGETALL', H..':k/'..app..'/'..id) end

function queries.users(app, folded, count)
  local rows = {}
  local low = folded == '' and '-' or '('..folded
  for _, name in ipairs(
    redis.call('ZRANGEBYLEX', H..':n/'..app..'/there', low, '+', 'LIMIT', 0, count)
  ) do
    rows[#rows + 1] = queries.user(app, name)
  end
  return rows
end

-- The queries of a copy return parts of the data: pages of users, of owners of buckets, and of
-- objects' keys.
function queries.allUsers(last, count)
  local rows = {}
  local low = last == '' and '-' or '('..last
  for _, name in ipairs(
    redis.call('ZRANGEBYLEX', H..':users', low, '+', 'LIMIT', 0, count)
  ) do
    local app, id = string.match(name, '^([^/]*)/(.*)$')
    rows[#rows + 1] = user(app, id)
  end
  return rows
end

function queries.owners(last, count)
  return redis.call('ZRANGEBYLEX', H..':logs', last == '' and '-' or '('..last, '+',
    'LIMIT', 0, count)
end

-- Returns keys of objects, and the next cursor of HSCAN.
function queries.keys(bucket, cursor)
  local s = bucketState(bucket)
  if not s then return {}, '0' end
  local found = redis.call('HSCAN', S..':e/'..s.n, cursor, 'COUNT', 100)
  local keys = {}
  for index = 1, #found[2], 2 do keys[#keys + 1] = found[2][index] end
  return keys, found[1]
end

-- Returns as many of these objects as fit, with the ids of their changes and the numbers of their
-- earlier versions; false if an object is missing.
function queries.objects(bucket, bytes, ...)
  local s = bucketState(bucket)
  local page = newPage(100, bytes)
  for _, key in ipairs({...}) do
    local row = s and entity(s.n, key, true)
    if not row then return false end
    row[6] = redis.call('LRANGE', S..':c/'..s.n..'/'..key, 0, -1)
    row[7] = redis.call('HKEYS', S..':v/'..s.n..'/'..key)
    if not page.take(row, sizeOf(row)) then break end
  end
  return page.rows
end

function queries.bans()
  return redis.call('HGETALL', H..':bans')
end

local refused = ARGV[1] ~= '-' and refusal()
if refused then return refused end
local arguments = {}
for index = 5, #ARGV do arguments[index - 4] = ARGV[index] end
return {'DONE', queries[ARGV[4]](unpack(arguments))}
