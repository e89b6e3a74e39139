{-# LANGUAGE GADTs #-}
{-# LANGUAGE PatternSynonyms #-}

-- | Shapes and what can be said about them.
module Geometry.Shapes
  ( Shape (..)
  , area
  , module Data.List
  ) where

import Data.List (sortBy, foldl')
import qualified Data.Map.Strict as Map
import Data.Maybe hiding (fromJust)
import Control.Monad

infixl 6 |+|

-- | A plane figure.
data Shape
  = Circle Double
  | Rect { width :: Double, height :: Double }
  deriving (Eq, Show)

newtype Wrapper a = Wrapper { unwrap :: a }

type Point = (Double, Double)

data Expr a where
  Lit :: Int -> Expr Int
  Add :: Expr Int -> Expr Int -> Expr Int

-- | Things with a size.
class Measured a where
  type Unit a
  -- | How large it is.
  measure :: a -> Double
  measure _ = 0
  {-# MINIMAL #-}

  label :: a -> String
  label = const "label :: fake"

instance Measured Shape where
  measure = area

instance (Measured a) => Measured [a] where
  measure xs = sum (map measure xs)

deriving instance Ord Shape

-- | The area of a figure.
area :: Shape -> Double
area (Circle r) = pi * r * r
area (Rect w h) = w * h

-- | Joins two points.
(|+|) :: Point -> Point -> Point
(a, b) |+| (c, d) = (a + c, b + d)

x `over` y = x / y

origin :: Point
origin = (0, 0)

limits, bounds :: Int
limits = 3
bounds = 4

classify :: Double -> String
classify n
  | n < small = "small"
  | otherwise = go n
  where
    small = 10
    go :: Double -> String
    go m = show m

(first, second) = (1, 2)

type family Elem c
type instance Elem [e] = e

data family Store k

pattern Unit :: Shape
pattern Unit = Circle 1

foreign import ccall "math.h sin" c_sin :: Double -> Double

main :: IO ()
main = do
  let total = area Unit
  print total
  where
    helper = 1
