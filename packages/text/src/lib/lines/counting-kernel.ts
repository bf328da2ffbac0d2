/**
 * Bytes counted sixteen at a time: a WebAssembly module of three functions, whose source is `counting-kernel.wat`.
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

/** Exports of the module. */
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
    return new WebAssembly.Module(Buffer.from(KERNEL_MODULE, 'base64'));
  } catch {
    return null;
  }
}

/** The module that `counting-kernel.wat` assembles to, in base64. */
export const KERNEL_MODULE =
  'AGFzbQEAAAABCAFgA39/fwF/AwQDAAAABQMBAAQHMAQGbWVtb3J5AgAKY291bnRCeXRlcwAACmNvdW50VW5pdHMAAQljb3VudExlc3MAAgrP' +
  'AgNtAgF/AXsgAv0PIQQCQANAIAAgAU8NASADIAD9AAQAIAT9I/1kaWohAyADIAD9AAQQIAT9I/1kaWohAyADIAD9AAQgIAT9I/1kaWohAyAD' +
  'IAD9AAQwIAT9I/1kaWohAyAAQcAAaiEADAALCyADC3ECAX8BeyAC/RAhBAJAA0AgACABTw0BIAMgAP0ABAAgBP0t/YQBaWohAyADIAD9AAQQ' +
  'IAT9Lf2EAWlqIQMgAyAA/QAEICAE/S39hAFpaiEDIAMgAP0ABDAgBP0t/YQBaWohAyAAQcAAaiEADAALCyADC20CAX8BeyAC/Q8hBAJAA0Ag' +
  'ACABTw0BIAMgAP0ABAAgBP0l/WRpaiEDIAMgAP0ABBAgBP0l/WRpaiEDIAMgAP0ABCAgBP0l/WRpaiEDIAMgAP0ABDAgBP0l/WRpaiEDIABB' +
  'wABqIQAMAAsLIAML';
