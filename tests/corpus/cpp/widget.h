#pragma once

/// A widget.
class Widget {
public:
    void show(bool now);

    /// How wide it is.
    int width() const { return width_; }

private:
    int width_ = 0;
};
