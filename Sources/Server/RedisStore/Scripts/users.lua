-- The writes to users, on the home shard. Secrets, ids of links and keys are in hex.
--   :u/APP/ID   hash  the row of a user
--   :users      zset  APP/ID of all users
--   :n/APP      hash  folded name -> user
--   :n/APP/there  zset  the folded names of users who have not left
--   :gone/APP   zset  users who have left, by the second from which on their names are free
--   :t/DIGEST   hash  a token
--   :t/APP/ID   zset  the tokens of a user, by number
--   :k/APP/ID   hash  link -> number, second, kind of proof, proof, device
--   :k/APP      hash  key -> user and link
local rowNames = {
  'name', 'folded', 'rounds', 'blockSize', 'lanes', 'salt', 'result', 'standing', 'until',
  'since', 'generation', 'places'
}

local function linkRow(row) return string.match(row, '^(%d+) (%d+) (%a) (%x*) (.*)$') end

local function removeLink(app, id, link)
  local row = redis.call('HGET', H..':k/'..app..'/'..id, link)
  if not row then return end
  local _, _, kind, proof = linkRow(row)
  redis.call('HDEL', H..':k/'..app..'/'..id, link)
  if kind == 'k' then redis.call('HDEL', H..':k/'..app, proof) end
end

local function removeAllLinks(app, id)
  for _, link in ipairs(redis.call('HKEYS', H..':k/'..app..'/'..id)) do removeLink(app, id, link) end
end

local function endTokens(app, id, digests)
  if #digests == 0 then return end
  local ended = {}
  for _, digest in ipairs(digests) do
    ended[digest] = true
    redis.call('UNLINK', H..':t/'..digest)
    redis.call('ZREM', H..':t/'..app..'/'..id, digest)
  end
  local links = redis.call('HGETALL', H..':k/'..app..'/'..id)
  for index = 1, #links, 2 do
    local _, _, kind, proof = linkRow(links[index + 1])
    if kind == 't' and ended[proof] then removeLink(app, id, links[index]) end
  end
end

local function removeRow(app, id)
  local row = redis.call('HGET', H..':u/'..app..'/'..id, 'folded')
  if not row then return end
  redis.call('HDEL', H..':n/'..app, row)
  redis.call('ZREM', H..':n/'..app..'/there', row)
  redis.call('ZREM', H..':gone/'..app, id)
  redis.call('ZREM', H..':users', app..'/'..id)
  redis.call('UNLINK', H..':u/'..app..'/'..id)
end

local function forgetUser(app, id)
  endTokens(app, id, redis.call('ZRANGE', H..':t/'..app..'/'..id, 0, -1))
  removeAllLinks(app, id)
  removeRow(app, id)
end

-- Frees a name for a user if the name's owner has left long enough ago. Returns false if the name
-- is taken.
local function freeName(app, id, folded, second)
  local owner = redis.call('HGET', H..':n/'..app, folded)
  if not owner or owner == id then return true end
  local free = redis.call('ZSCORE', H..':gone/'..app, owner)
  if not free or tonumber(free) > second then return false end
  forgetUser(app, owner)
  return true
end

local function putRow(app, id, row)
  removeRow(app, id)
  local command = {'HSET', H..':u/'..app..'/'..id}
  for index, name in ipairs(rowNames) do
    command[#command + 1] = name
    command[#command + 1] = row[index]
  end
  redis.call(unpack(command))
  redis.call('ZADD', H..':users', 0, app..'/'..id)
  redis.call('HSET', H..':n/'..app, row[2], id)
  if row[8] == '2' then
    redis.call('ZADD', H..':gone/'..app, row[9], id)
  else
    redis.call('ZADD', H..':n/'..app..'/there', 0, row[2])
  end
end

local function tokensThatEnd(tokens, manner, named)
  local isNamed, ended = {}, {}
  for _, digest in ipairs(named) do isNamed[digest] = true end
  for _, digest in ipairs(tokens) do
    if manner == 'some' and isNamed[digest] or manner == 'all' and not isNamed[digest] then
      ended[#ended + 1] = digest
    end
  end
  return ended
end

-- Performs a change of a user. `base`, `shown` and `unlinked` may be empty. `places` is '-' if it
-- does not change. `row`, `ended`, `token` and `link` are lists, which may be empty.
function writes.change(
  app, id, base, second, shown, edit, places, manner, endsUser, unlinked, row, ended, token, link
)
  local user = H..':u/'..app..'/'..id
  local had = redis.call('HMGET', user, 'generation', 'standing')
  local tokens = redis.call('ZRANGE', H..':t/'..app..'/'..id, 0, -1)
  if shown ~= '' and not redis.call('ZSCORE', H..':t/'..app..'/'..id, shown) then
    return {'stale'}
  end
  if base ~= '' then
    if base ~= (had[1] or '0') then return {'stale'} end
    local standing = edit == 'put' and row[8] or had[2]
    if #token > 0 and standing ~= '0' then return {'stale'} end
  end
  if base == '0' and link[2] == 'k' then
    local holder = redis.call('HGET', H..':k/'..app, link[3])
    local holderID = holder and string.match(holder, '^(.*) %x*$')
    if holderID and redis.call('EXISTS', H..':u/'..app..'/'..holderID) == 1 then
      return {'stale'}
    end
  end
  second = tonumber(second)
  if edit == 'put' then
    if not freeName(app, id, row[2], second) then return {'taken'} end
    putRow(app, id, row)
  end
  if places ~= '-' and redis.call('EXISTS', user) == 1 then
    redis.call('HSET', user, 'places', places)
  end
  local all = tokensThatEnd(tokens, manner, ended)
  endTokens(app, id, all)
  if unlinked ~= '' then removeLink(app, id, unlinked) end
  if endsUser == '1' then
    removeAllLinks(app, id)
    if edit == 'removed' then removeRow(app, id) end
    local expired = redis.call('ZRANGEBYSCORE', H..':gone/'..app, '-inf', text(second))
    for _, each in ipairs(expired) do forgetUser(app, each) end
  end
  if #token > 0 then
    redis.call('HSET', H..':t/'..token[1], 'app', app, 'user', id, 'used', token[2],
      'since', token[3], 'device', token[4], 'address', token[5])
    redis.call('ZADD', H..':t/'..app..'/'..id, nextNumber(H), token[1])
  end
  if #link > 0 then
    removeLink(app, id, link[1])
    if link[2] == 'k' then
      local holder = redis.call('HGET', H..':k/'..app, link[3])
      if holder then removeLink(app, string.match(holder, '^(.*) (%x*)$')) end
      redis.call('HSET', H..':k/'..app, link[3], id..' '..link[1])
    end
    redis.call('HSET', H..':k/'..app..'/'..id, link[1],
      table.concat({text(nextNumber(H)), link[4], link[2], link[3], link[5]}, ' '))
  end
  return {'kept', all}
end

function writes.noteUse(digest, second)
  if redis.call('EXISTS', H..':t/'..digest) == 1 then
    redis.call('HSET', H..':t/'..digest, 'used', second)
  end
end
