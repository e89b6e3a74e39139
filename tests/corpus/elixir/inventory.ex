defmodule Shop.Inventory do
  @moduledoc """
  Keeps track of what is in stock.

      def not_code, do: :ok
  """

  use GenServer, restart: :transient
  import Ecto.Query, only: [from: 2]
  import Shop.Math
  alias Shop.{Item, Price}
  alias Shop.Store.Backend, as: Store
  require Logger

  @behaviour Shop.Counted
  @timeout 5_000
  @type quantity :: non_neg_integer()
  @typep state :: %{items: list()}
  @opaque token :: reference()
  @callback restock(quantity) :: :ok

  defstruct [:name, items: [], limit: 10]

  defexception message: "out of stock"

  @doc "Starts the process."
  @spec start_link(keyword()) :: GenServer.on_start()
  def start_link(opts \\ []) do
    GenServer.start_link(__MODULE__, opts, name: __MODULE__)
  end

  @doc """
  How many there are.
  """
  @doc since: "1.2.0"
  def count(nil), do: 0

  def count(%Item{} = item) when is_map(item) do
    total = fetch(item, 0)
    total
  end

  def count(items) when is_list(items), do: Enum.sum(Enum.map(items, &count/1))

  def count(item, extra), do: count(item) + extra

  @doc false
  def child_spec(opts), do: super(opts)

  @impl true
  def init(opts) do
    {:ok, opts}
  end

  @impl GenServer
  def handle_call({:take, n}, _from, state) do
    {:reply, n, state}
  end

  def handle_call(:stop, _from, state), do: {:stop, :normal, state}

  defp fetch(item, default) do
    run = fn x -> x + default end
    run.(item.quantity)
  end

  defdelegate price(item), to: Price

  defguard is_positive(n) when is_integer(n) and n > 0
  defguardp is_zero(n) when n == 0

  @doc "Repeats a block."
  defmacro repeat(times, do: block) do
    quote do
      for _ <- 1..unquote(times), do: unquote(block)
    end
  end

  defmacrop internal(ast), do: ast

  def left <~> right, do: {left, right}

  def unquote(:dynamic)(), do: :ok

  if Mix.env() == :test do
    def reset, do: :ok
  end

  defmodule Counter do
    # counts
    defstruct value: 0

    def bump(%__MODULE__{value: v} = counter), do: %{counter | value: v + 1}
  end
end

defprotocol Shop.Labelled do
  @doc "The label."
  @fallback_to_any true
  def label(data)
end

defimpl Shop.Labelled, for: Shop.Item do
  def label(item), do: item.name
end

defimpl Shop.Labelled, for: [Atom, BitString] do
  def label(value), do: to_string(value)
end
