<?php

declare(strict_types=1);

namespace Acme\Catalog;

use Acme\Core\Model;
use Acme\Core\{Clock, Random as Dice};
use function Acme\Core\slugify;
use const Acme\Core\LIMIT;
use DateTimeImmutable, JsonSerializable as Json;

require_once __DIR__ . '/bootstrap.php';
include 'views/header.phtml';

const PAGE_SIZE = 25;
define('CATALOG_DEBUG', false);

/**
 * Where a product is in its life.
 */
enum State: string implements HasLabel
{
    case Draft = 'draft';
    case Live = 'live';

    const DEFAULT = self::Draft;

    public function label(): string
    {
        return ucfirst($this->value);
    }

    public static function fromLabel(string $label): self
    {
        return self::from(strtolower($label));
    }
}

interface HasLabel extends Stringable
{
    const SEPARATOR = ', ';

    public function label(): string;
}

trait Timestamps
{
    protected ?DateTimeImmutable $createdAt = null;

    abstract protected function clock(): Clock;

    public function touch(): void
    {
        $this->createdAt = $this->clock()->now();
    }
}

#[Entity(table: 'products')]
abstract class Product extends Model implements Json
{
    use Timestamps;

    public const TYPE = 'product', KIND = 'thing';
    private static int $count = 0;
    public readonly string $name;
    protected array $tags = [], $links = [];

    public function __construct(
        private readonly string $sku,
        protected int $price = 0,
        string ...$tags,
    ) {
        $this->tags = $tags;
    }

    #[Override]
    public function jsonSerialize(): mixed
    {
        $render = function (string $key) use ($this): string {
            return "function fake() {}";
        };
        $short = fn (int $n): int => $n + 1;

        return ['sku' => $render($this->sku)];
    }

    abstract public function weight(): float;

    private function secret(&$reference, self|null $other): void
    {
        // class NotAClass {}
    }

    public function handler(): callable
    {
        return new class($this) extends Product {
            public function weight(): float
            {
                return 1.5;
            }
        };
    }

    public function __destruct()
    {
    }
}

final class Book extends Product
{
    public string $title {
        get => strtoupper($this->title);
        set(string $value) => trim($value);
    }

    public function weight(): float
    {
        return 0.4;
    }
}

readonly class Point
{
    public function __construct(public int $x, public int $y)
    {
    }
}

/** Sum of all prices. */
function total(Product ...$products): int
{
    static $calls = 0;

    return array_sum(array_map(fn ($p) => $p->price, $products));
}

if (!function_exists('catalog_path')) {
    function catalog_path(string $file): string
    {
        return __DIR__ . '/' . $file;
    }
}

$total = total();
