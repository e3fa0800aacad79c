-- Performs all writes of the owner, or none of them.
--
-- ARGV, in this order:
--   generation, term, number of writes
--   the length of a log, and the number of removed objects, that are kept
--   the number of conditions
--   each condition: a bucket, and either its head, or '>' and a position that is above its head
--   each write: its name; the number of its arguments, and the arguments; the number of its lists,
--   and each list as the number of its elements and the elements
--
-- Returns DONE and the results of the changes to users; or FENCED or BEHIND, as `refusal` does; or
-- STALE and the number of a condition that is false.
local refused = refusal()
if refused then return refused end
local position = 7
for condition = 1, tonumber(ARGV[6]) do
  local s = bucketState(ARGV[position])
  local head, wanted = s and s.head or ZERO, ARGV[position + 1]
  if string.sub(wanted, 1, 1) == '>' then
    if head >= string.sub(wanted, 2) then return {'STALE', condition} end
  elseif head ~= wanted then
    return {'STALE', condition}
  end
  position = position + 2
end
redis.call('HINCRBY', S, 'writes', 1)

local function take(count)
  local list = {}
  for index = 1, count do list[index] = ARGV[position + index - 1] end
  position = position + count
  return list
end

local function takeNumber() return tonumber(take(1)[1]) end

local results = {}
while position <= #ARGV do
  local write = writes[take(1)[1]]
  local arguments = take(takeNumber())
  for _ = 1, takeNumber() do arguments[#arguments + 1] = take(takeNumber()) end
  local result = write(unpack(arguments))
  if result then results[#results + 1] = result end
end
collectGarbage()
return {'DONE', results}
