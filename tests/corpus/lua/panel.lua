--- Panels that float over the buffer.
local api = require("vim.api")
local utils = require "panel.utils"
local config = require('panel.config').defaults
dofile("setup.lua")

local M = {}

M.version = "0.3.1"
M.defaults = {
  border = "single",
  on_open = function(panel)
    return panel
  end,
}

local MAX_WIDTH = 120
local cache, order = {}, {}
count = 0

---@class Panel
---@field title string
local Panel = {}
Panel.__index = Panel

-- Makes a panel.
---@param title string
function Panel.new(title, ...)
  local self = setmetatable({}, Panel)
  self.title = title
  return self
end

function Panel:open(width, height)
  local function clamp(value)
    return math.min(value, MAX_WIDTH)
  end
  self.width = clamp(width)
end

Panel.close = function(self)
  self.opened = false
end

Panel["quoted"] = function() end

function M.panels.list.first()
  return nil
end

local function render(panel)
  -- function fake() end
  local text = [[
function not_here()
end
  ]]
  return text
end

local measure = function(text)
  return #text
end

local compute
compute = function(n)
  return n
end

function global_helper(a, b)
  return a + b
end

M.setup = function(opts)
  opts = opts or {}
  vim.keymap.set("n", "q", function()
    local inner = 1
    return inner
  end)
end

M.handlers = {
  ["on_key"] = function(key) end,
  on_close = render,
}

if jit then
  function M.fast() end
end

return M
