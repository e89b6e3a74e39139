using System;
using System.Collections.Generic;
using Json = System.Text.Json;
using static System.Math;

namespace Shop.Books
{
    /// <summary>A ledger.</summary>
    [Serializable]
    [Obsolete("old")]
    public sealed class Ledger<T> : Base, IDisposable where T : struct
    {
        public const int Limit = 10;
        private static readonly string Name = "ledger";
        private int count;

        public Ledger(int count, string name = "x") : base(count)
        {
            this.count = count;
        }

        ~Ledger() { }

        [Pure]
        public int Count { get; private set; }

        public T this[int index] => default;

        public event EventHandler Changed;

        public async Task<int> AddAsync(T item, params int[] rest)
        {
            int Local(int x) => x + count;
            return Local(1);
        }

        void IDisposable.Dispose() { }

        public static Ledger<T> operator +(Ledger<T> a, Ledger<T> b) => a;

        public static implicit operator int(Ledger<T> l) => l.count;

        private protected enum Mode { Fast, Slow = 2 }
    }

    public record Point(int X, int Y)
    {
        public double Norm() => Sqrt(X + Y);
    }

    public struct Pair { public int A; }

    internal interface IClock
    {
        DateTime Now { get; }
        void Tick(int step);
    }

    public delegate void Handler(object sender, int level);
}
