// Vectors.
#include <vector>
#include "vec.hpp"

namespace geo {
namespace detail {
constexpr int kDims = 3;
}

template <typename T>
class Vec : public Base {
public:
    Vec() = default;
    explicit Vec(const T& x, int n = 0) : x_(x) {}
    ~Vec();
    Vec(Vec&&) noexcept;
    T& operator[](int i) { return data_[i]; }
    Vec& operator=(const Vec& other);
    operator double() const { return 1.0; }
    virtual void draw(const std::vector<T>& list, int* count) const = 0;
    template <class U> U as() const { return U(); }
    static Vec* make() { return nullptr; }
    enum class Axis { X, Y };
    struct Inner {
        int depth() const { return 1; }
    };
    using value_type = T;
private:
    T x_;
};

template <typename T>
Vec<T>::~Vec() {
}

template <typename T>
Vec<T>& Vec<T>::operator=(const Vec& other) {
    return *this;
}
}  // namespace geo

// Adds two.
geo::Vec<int> operator+(const geo::Vec<int>& a, const geo::Vec<int>& b) {
    std::lock_guard<std::mutex> lock(mutex);
    auto add = [](int x) { int y = x; return y; };
    return a;
}

bool geo::detail::Tree::insert(int key) { return true; }
Matrix::operator bool() const { return true; }
double operator""_km(long double v) { return v; }
[[nodiscard]] inline int value_at(int i)
{
    return i;
}

template <class T>
concept Number = requires(T a) { a + a; };

typedef std::vector<int> Ints;
extern "C" int c_call(int a);

TEST_CASE("adds") {
    int local = 1;
    CHECK(local == 1);
}
