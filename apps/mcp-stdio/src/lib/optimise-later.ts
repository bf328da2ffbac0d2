import process from 'node:process';

// The flag is V8's own, which may drop it: these majors of Node have it.
const KNOWN_NODE = { from: 20, to: 24 };

/** Bytes of bytecode that a function runs before V8 thinks of optimising it; by itself it waits for 67,584. */
const BUDGET = 540_000;

let isDone = false;

/**
 * Keeps V8 from optimising what a server runs only some hundred times in its life: by default that takes a third of the
 * processor time of its first searches. For after the first call, when all that every call needs is loaded: V8 refuses
 * code from a cache that was made under other flags.
 */
export function optimiseLater(): void {
  if (isDone) return;
  isDone = true;
  const major = Number.parseInt(process.versions.node, 10);
  if (major < KNOWN_NODE.from || major > KNOWN_NODE.to) return;
  void import('node:v8').then(({ setFlagsFromString }) => setFlagsFromString(`--interrupt-budget=${BUDGET}`));
}
