/**
 * Bytes counted sixteen at a time: a WebAssembly module of three functions, put together here from its instructions.
 * Each counts in the range `[from, to)` of the memory, a multiple of `KERNEL_STEP` bytes.
 */
export interface CountingKernel {
  readonly memory: Uint8Array;
  /** Bytes that are `byte`. */
  countBytes(from: number, to: number, byte: number): number;
  /** 16-bit units, low byte first, that are `unit`. */
  countUnits(from: number, to: number, unit: number): number;
  /** Bytes that, taken as signed, are less than `byte`. */
  countLess(from: number, to: number, byte: number): number;
}

/** Bytes of one round of the loop. */
export const KERNEL_STEP = 64;

/** A kernel with `KERNEL_MEMORY` bytes of its own, or null if the engine or the processor has no SIMD. */
export function createCountingKernel(): CountingKernel | null {
  compiled ??= compile();
  if (compiled === null) return null;
  const { memory, ...functions } = new WebAssembly.Instance(compiled).exports;
  return { memory: new Uint8Array(memory.buffer), ...functions };
}

/** Bytes: four pages. */
export const KERNEL_MEMORY = 4 * 65_536;

/** What the module below exports. */
interface KernelExports extends Omit<CountingKernel, 'memory'> {
  readonly memory: { readonly buffer: ArrayBuffer };
}

type CompiledModule = object;

/** The part of the engine's interface that is used: Node's types have none of it. */
interface WebAssemblyEngine {
  readonly Module: new (bytes: Uint8Array) => CompiledModule;
  readonly Instance: new (module: CompiledModule) => { readonly exports: KernelExports };
}

const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyEngine };

let compiled: CompiledModule | null | undefined;

function compile(): CompiledModule | null {
  try {
    return new WebAssembly.Module(moduleBytes());
  } catch {
    return null;
  }
}

const I32 = 0x7f;
const V128 = 0x7b;
const FUNCTION_TYPE = 0x60;

/** The module, section by section, as the core specification numbers them. */
function moduleBytes(): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [FUNCTION_TYPE, 3, I32, I32, I32, 1, I32]),
    ...section(3, [0], [0], [0]),
    ...section(5, [0, KERNEL_MEMORY / 65_536]),
    ...section(
      7,
      exported('memory', 2, 0),
      exported('countBytes', 0, 0),
      exported('countUnits', 0, 1),
      exported('countLess', 0, 2),
    ),
    ...section(
      10,
      counter({ splat: 'i8x16.splat', compare: 'i8x16.eq', bitmask: 'i8x16.bitmask' }),
      counter({ splat: 'i16x8.splat', compare: 'i16x8.eq', bitmask: 'i16x8.bitmask' }),
      counter({ splat: 'i8x16.splat', compare: 'i8x16.lt_s', bitmask: 'i8x16.bitmask' }),
    ),
  );
}

/** Vector instructions: the prefix 0xfd and a number. */
const SIMD = {
  'v128.load': [0xfd, 0x00],
  'i8x16.splat': [0xfd, 0x0f],
  'i16x8.splat': [0xfd, 0x10],
  'i8x16.eq': [0xfd, 0x23],
  'i8x16.lt_s': [0xfd, 0x25],
  'i16x8.eq': [0xfd, 0x2d],
  'i8x16.bitmask': [0xfd, 0x64],
  'i16x8.bitmask': [0xfd, 0x84, 0x01],
} as const;

interface Lanes {
  readonly splat: 'i8x16.splat' | 'i16x8.splat';
  readonly compare: 'i8x16.eq' | 'i8x16.lt_s' | 'i16x8.eq';
  readonly bitmask: 'i8x16.bitmask' | 'i16x8.bitmask';
}

const FROM = 0;
const TO = 1;
const WANTED = 2;
const COUNT = 3;
const PATTERN = 4;

const BLOCK = [0x02, 0x40];
const LOOP = [0x03, 0x40];
const BRANCH_TO_LOOP = [0x0c, 0];
const LEAVE_BLOCK_IF = [0x0d, 1];
const END = 0x0b;
const GREATER_OR_EQUAL = 0x4f;
const POPCNT = 0x69;
const ADD = 0x6a;

/** `for (; from < to; from += 64) count += popcnt(bitmask(compare(load(from …), pattern)))`, four vectors a round. */
function counter({ splat, compare, bitmask }: Lanes): number[] {
  const body = [
    ...[2, 1, I32, 1, V128],
    ...[...get(WANTED), ...SIMD[splat], ...set(PATTERN)],
    ...[...BLOCK, ...LOOP],
    ...[...get(FROM), ...get(TO), GREATER_OR_EQUAL, ...LEAVE_BLOCK_IF],
    ...[0, 16, 32, 48].flatMap((offset) => [
      ...[...get(COUNT), ...get(FROM), ...SIMD['v128.load'], 4, offset, ...get(PATTERN)],
      ...[...SIMD[compare], ...SIMD[bitmask], POPCNT, ADD, ...set(COUNT)],
    ]),
    ...[...get(FROM), 0x41, ...KERNEL_STEP_LEB, ADD, ...set(FROM)],
    ...[...BRANCH_TO_LOOP, END, END],
    ...[...get(COUNT), END],
  ];
  return [...unsigned(body.length), ...body];
}

/** 64 as a signed LEB128, which needs a second byte for its sign. */
const KERNEL_STEP_LEB = [0xc0, 0x00];

function get(local: number): number[] {
  return [0x20, local];
}

function set(local: number): number[] {
  return [0x21, local];
}

function exported(name: string, kind: number, index: number): number[] {
  return [name.length, ...Buffer.from(name), kind, index];
}

function section(id: number, ...items: readonly (readonly number[])[]): number[] {
  const body = [...unsigned(items.length), ...items.flat()];
  return [id, ...unsigned(body.length), ...body];
}

/** Unsigned LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}
