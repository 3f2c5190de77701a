// A workspace in another language, without a profile and without documentation: the firing of a kiln, in Lua,
// whose blocks end with a word and not with a bracket.

export const KILN: Record<string, string> = {
  "firing.lua": `-- One firing of the studio kiln, from cold to cold.

local units = require("units")
local alarms = require("alarms")

local MAX_DEGREES = 1240
local HOLD_MINUTES = 20

-- preheat: slow, so that the water can leave
local preheat = { target = 120, rate = 60 }

-- soak: at the top, so that the glaze can settle
local soak = { target = MAX_DEGREES, rate = 100 }
soak.hold = HOLD_MINUTES

-- cooling
local cooling = { target = 80, rate = 90 }

local function runStage(stage)
  kiln.setRate(stage.rate)
  kiln.rampTo(stage.target)
  if stage.hold then
    kiln.hold(stage.hold)
  end
end

kiln.open()
runStage(preheat)
runStage(soak)
runStage(cooling)
kiln.close()
print("Fired to " .. units.toText(MAX_DEGREES))
`,
  "alarms.lua": `-- What rings when something goes wrong.

local alarms = {}

-- Rings when the door opens while the kiln is hot.
function alarms.door(degrees)
  if degrees > 100 then
    kiln.ring("door")
  end
end

-- Rings when the kiln climbs past its top.
function alarms.overheat(degrees, limit)
  if degrees > limit then
    kiln.ring("overheat")
  end
end

return alarms
`,
  "units.lua": `-- Degrees, as people read them.

local units = {}

function units.toText(degrees)
  return degrees .. " °C"
end

return units
`,
  "kiln.ini": `[kiln]
name = Studio kiln
degrees = celsius

[alarms]
door = on
overheat = on
`,
};
