/*
 * A licence that nobody reads.
 */
package org.example.depot;

import java.util.List;
import java.util.concurrent.*;
import static java.lang.Math.max;

/**
 * A depot of rows.
 */
@Deprecated
@SuppressWarnings({"unused", "rawtypes"})
public class Depot<T> extends Base implements Runnable {
    public static final int LIMIT = 10;
    private int count = 0;

    public Depot(int count, T... rest) {
        this.count = count;
    }

    /** Finds by number. */
    @Override
    public T locate(final int number) {
        return null;
    }

    protected T locate(String name, List<T> among) throws InterruptedException {
        Runnable task = new Runnable() {
            @Override
            public void run() {
                max(1, 2);
            }
        };
        task.run();
        return null;
    }

    private static void hidden() {}

    class Row {
        int size() { return 1; }
    }

    enum Mode {
        FAST,
        SLOW("s") {
            @Override
            String label() {
                return "slow";
            }
        };

        Mode(String... labels) {}

        String label() { return name(); }
    }

    record Point(int x, int y) {
        Point {
            max(x, y);
        }

        double norm() { return x + y; }
    }

    sealed interface Shape permits Round {
        int SIDES = 0;

        double area(double scale);

        default String label() { return "shape"; }
    }

    @interface Marked {
        String value() default "";
    }
}
