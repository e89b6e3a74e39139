package bank
package ledger

import scala.collection.mutable
import bank.core.{Money, Currency => Cur, _}
import bank.time.Clock, bank.log.Logger

/** Shared helpers. */
package object syntax {
  implicit class MoneyOps(val money: Money) extends AnyVal {
    def doubled: Money = money * 2
  }

  type Cents = Long
}

/** One entry of the ledger. */
@deprecated("use Posting", "2.0")
case class Entry(account: String, amount: Money) {
  lazy val key: String = s"$account def fake"
  private var seen = false

  def this(account: String) = this(account, Money.zero)

  def negate: Entry = copy(amount = -amount)

  def +(other: Entry): Entry = {
    def inner(depth: Int) = depth
    val sum = amount + other.amount
    copy(amount = sum)
  }

  def scale(by: Int)(implicit clock: Clock): Entry = this
  def scale(by: Double): Entry = this
}

object Entry {
  val Empty: Entry = Entry("", Money.zero)
  val (left, right) = (1, 2)

  def apply(account: String): Entry = new Entry(account)

  implicit val ordering: Ordering[Entry] = Ordering.by(_.account)
}

sealed trait Account[+A] extends Product {
  type Id
  val owner: String
  def close(): Unit
  protected[bank] def balance: Money = Money.zero
}

abstract class Bank(val name: String)(private val clock: Clock) {
  var accounts: List[Account[_]] = Nil

  protected def open(owner: String): Account[Nothing]

  private object Cache {
    val entries = mutable.Map.empty[String, Entry]
  }

  new Thread {
    override def run(): Unit = ()
  }
}

case object Closed extends Account[Nothing] {
  type Id = Int
  val owner = "nobody"
  def close(): Unit = ()
}

object `odd name` extends App
