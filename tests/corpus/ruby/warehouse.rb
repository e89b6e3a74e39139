# frozen_string_literal: true

require "json"
require "set"
require_relative "warehouse/shelf"
require_relative './labels'
load "tasks/report.rb"
autoload :Ledger, "warehouse/ledger"

# Everything about storing boxes.
module Warehouse
  VERSION = "1.4.0"
  LIMITS = { small: 10, large: 200 }.freeze

  Error = Class.new(StandardError)

  Box = Struct.new(:width, :height) do
    def area
      width * height
    end
  end

  # A place with a code.
  #
  # Slots are compared by code.
  class Slot
    include Comparable
    extend Forwardable

    attr_reader :code, :boxes
    attr_accessor :label
    attr_writer :weight
    def_delegators :@boxes, :size, :each

    def initialize(code, boxes: [], *rest, **options, &block)
      @code = code
      @boxes = boxes
    end

    # Compares by code.
    def <=>(other)
      code <=> other.code
    end

    def [](index)
      boxes[index]
    end

    def weight=(grams)
      @weight = grams
    end

    def empty? = boxes.empty?

    def self.parse(text)
      prefix = text[0]
      new(text.delete_prefix(prefix))
    end

    class << self
      def default
        @default ||= new("A0")
      end

      private

      def secret_code
        "zz"
      end
    end

    define_method(:shout) { |loud = true| code.upcase }

    alias_method :to_str, :code
    alias identifier code

    private def audit(reason)
      helper = ->(x) { x + 1 }
      TOTALS = helper.call(1)
    end

    class Broken < Error; end
  end

  module Sorting
    ORDER = %i[asc desc]

    module_function

    def by_code(slots)
      slots.sort_by do |slot|
        key = slot.code
        key
      end
    end
  end
end

class Warehouse::Slot::Cold < Warehouse::Slot
  def initialize(code, degrees)
    super(code)
    @degrees = degrees
  end

  if RUBY_VERSION >= "3.0"
    def frozen_shelf?
      true
    end
  else
    def frozen_shelf?
      false
    end
  end
end

class ::Object
  def blank?
    <<~TEXT.strip.empty?
      def not_a_method
      end
    TEXT
  end
end

def Warehouse.open(path)
  yield path if block_given?
end

def top_level(a, (b, c))
  "#{a} def fake; end"
end
