;; The source of the bytes in `counting-kernel.ts`; its test assembles this and compares.
;; Each function looks at 64 bytes a round, as four vectors: it compares all lanes with `$wanted` at once, gathers one bit
;; of each lane, and counts the bits. `$to - $from` is a multiple of 64.
(module
  (memory (export "memory") 4)

  ;; Bytes that are `$wanted`.
  (func (export "countBytes") (param $from i32) (param $to i32) (param $wanted i32) (result i32)
    (local $count i32) (local $pattern v128)
    (local.set $pattern (i8x16.splat (local.get $wanted)))
    (block $done
      (loop $round
        (br_if $done (i32.ge_u (local.get $from) (local.get $to)))
        (local.set $count (i32.add (local.get $count) (i32.popcnt (i8x16.bitmask
          (i8x16.eq (v128.load (local.get $from)) (local.get $pattern))))))
        (local.set $count (i32.add (local.get $count) (i32.popcnt (i8x16.bitmask
          (i8x16.eq (v128.load offset=16 (local.get $from)) (local.get $pattern))))))
        (local.set $count (i32.add (local.get $count) (i32.popcnt (i8x16.bitmask
          (i8x16.eq (v128.load offset=32 (local.get $from)) (local.get $pattern))))))
        (local.set $count (i32.add (local.get $count) (i32.popcnt (i8x16.bitmask
          (i8x16.eq (v128.load offset=48 (local.get $from)) (local.get $pattern))))))
        (local.set $from (i32.add (local.get $from) (i32.const 64)))
        (br $round)))
    (local.get $count))

  ;; 16-bit units, low byte first, that are `$wanted`.
  (func (export "countUnits") (param $from i32) (param $to i32) (param $wanted i32) (result i32)
    (local $count i32) (local $pattern v128)
    (local.set $pattern (i16x8.splat (local.get $wanted)))
    (block $done
      (loop $round
        (br_if $done (i32.ge_u (local.get $from) (local.get $to)))
        (local.set $count (i32.add (local.get $count) (i32.popcnt (i16x8.bitmask
          (i16x8.eq (v128.load (local.get $from)) (local.get $pattern))))))
        (local.set $count (i32.add (local.get $count) (i32.popcnt (i16x8.bitmask
          (i16x8.eq (v128.load offset=16 (local.get $from)) (local.get $pattern))))))
        (local.set $count (i32.add (local.get $count) (i32.popcnt (i16x8.bitmask
          (i16x8.eq (v128.load offset=32 (local.get $from)) (local.get $pattern))))))
        (local.set $count (i32.add (local.get $count) (i32.popcnt (i16x8.bitmask
          (i16x8.eq (v128.load offset=48 (local.get $from)) (local.get $pattern))))))
        (local.set $from (i32.add (local.get $from) (i32.const 64)))
        (br $round)))
    (local.get $count))

  ;; Bytes that, taken as signed, are less than `$wanted`.
  (func (export "countLess") (param $from i32) (param $to i32) (param $wanted i32) (result i32)
    (local $count i32) (local $pattern v128)
    (local.set $pattern (i8x16.splat (local.get $wanted)))
    (block $done
      (loop $round
        (br_if $done (i32.ge_u (local.get $from) (local.get $to)))
        (local.set $count (i32.add (local.get $count) (i32.popcnt (i8x16.bitmask
          (i8x16.lt_s (v128.load (local.get $from)) (local.get $pattern))))))
        (local.set $count (i32.add (local.get $count) (i32.popcnt (i8x16.bitmask
          (i8x16.lt_s (v128.load offset=16 (local.get $from)) (local.get $pattern))))))
        (local.set $count (i32.add (local.get $count) (i32.popcnt (i8x16.bitmask
          (i8x16.lt_s (v128.load offset=32 (local.get $from)) (local.get $pattern))))))
        (local.set $count (i32.add (local.get $count) (i32.popcnt (i8x16.bitmask
          (i8x16.lt_s (v128.load offset=48 (local.get $from)) (local.get $pattern))))))
        (local.set $from (i32.add (local.get $from) (i32.const 64)))
        (br $round)))
    (local.get $count)))
