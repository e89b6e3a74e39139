// Package depot stores things on shelves.
package depot

import (
	"fmt"
	str "strings"
	_ "embed"
)

// MaxShelves is the limit of one depot.
const MaxShelves = 40

const (
	small = iota
	Large
	tiny, huge = 1, 2
)

var ErrFull = fmt.Errorf("full")

var (
	count int
	hook  = func(name string) { var inner = name; _ = inner }
)

// Shelf holds crates.
type Shelf[T any] struct {
	Name  string
	Crate *T
}

type (
	// Picker picks.
	Picker interface {
		// Pick takes one out.
		Pick(name string, max int) (int, error)
		fmt.Stringer
	}
	Names = []string
	level int
)

func New[T any](name string, parts ...T) *Shelf[T] {
	const local = 1
	type pair struct{ a, b int }
	return &Shelf[T]{Name: str.ToUpper(name)}
}

// Pick takes a crate.
func (s *Shelf[T]) Pick(name string, max int) (int, error) {
	func() {
		fmt.Println(name)
	}()
	return max, nil
}

func (level) String() string { return "level" }

func nativeAdd(a, b int) int
