package bank.modern

import bank.ledger.{given, *}
import bank.core as c

enum Level(val rank: Int):
  case Low extends Level(1)
  case High extends Level(9)
  case Custom(n: Int) extends Level(n)
  case Red, Green

  def next: Level = Level.fromOrdinal(ordinal + 1)

opaque type Cents = Long

type Pair[A] = (A, A)

trait Show[T]:
  def show(value: T): String
  extension (value: T) def shown: String = show(value)

given intShow: Show[Int] with
  def show(value: Int): String = value.toString

given Show[String] with
  def show(value: String): String = value

given ordering: Ordering[Level] = Ordering.by(_.rank)

extension (text: String)
  def shout: String = text.toUpperCase
  def twice(times: Int): String = text * times

extension [T](items: List[T])
  def second: T = items.tail.head

class Box[T](var content: T):
  inline def swap(other: Box[T]): Unit =
    val kept = content
    content = other.content
    other.content = kept

  end swap

object Main:
  val greeting = "object Fake"

  @main def run(args: String*): Unit =
    println(greeting)

def topLevel(using show: Show[Int]): String = show.show(1)

private val hidden = 3
