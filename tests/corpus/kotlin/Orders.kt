@file:JvmName("Orders")

package shop.orders

import kotlin.math.max
import shop.core.Clock as Watch
import shop.core.money.*

/** Most lines that an order may have. */
const val MAX_LINES = 100
private val log = logger("orders")
var observers = mutableListOf<Observer>()

typealias Handler<T> = (T) -> Unit

/**
 * One order.
 */
@Serializable
data class Order(val id: Long, private val lines: List<Line> = emptyList(), note: String) : Entity(), Priced {
    val total: Money
        get() = lines.sum { it.price }

    lateinit var customer: Customer

    init {
        val size = lines.size
        require(size <= MAX_LINES)
    }

    constructor(id: Long) : this(id, emptyList(), "") {
        observers.clear()
    }

    override fun price(): Money = total

    fun add(line: Line): Order {
        fun check(other: Line) = other.price > 0
        val next = lines + line
        return copy(lines = next)
    }

    fun add(vararg more: Line) = more.fold(this) { order, line -> order.add(line) }

    inner class Cursor {
        fun next(): Line = lines.first()
    }

    class Line(val price: Money)

    companion object {
        const val PREFIX = "ord"

        @JvmStatic
        fun parse(text: String): Order = TODO("fun fake() {}")
    }
}

enum class Status(val code: Int) {
    OPEN(1),
    PAID(2) {
        override fun next() = CLOSED
    },
    CLOSED(3);

    abstract fun next(): Status

    companion object Lookup {
        fun of(code: Int) = entries.first { it.code == code }
    }
}

sealed interface Event {
    data class Placed(val order: Order) : Event
    data object Cancelled : Event
}

fun interface Observer {
    fun notify(event: Event)
}

annotation class Audited(val by: String = "nobody")

abstract class Repository<T : Any> internal constructor(private val watch: Watch) {
    protected abstract fun find(id: Long): T?

    open operator fun get(id: Long): T = find(id) ?: error("missing")

    private suspend fun load() {
        // class NotHere
    }
}

object Registry : Repository<Order>(Watch()) {
    private val cache = HashMap<Long, Order>()

    override fun find(id: Long): Order? = cache[id]
}

/** Formats for people. */
fun Order.pretty(): String = "Order $id"

infix fun <T> List<T>.without(item: T): List<T> = filter { it != item }

fun String?.orEmptyOrder(): Order? = null

val Order.isEmpty: Boolean
    get() = total == Money.ZERO

@Deprecated("use Order")
internal inline fun <reified T> build(block: Builder.() -> Unit): T {
    val handler = object : Observer {
        override fun notify(event: Event) {}
    }
    return create(block)
}

val (first, second) = 1 to 2
