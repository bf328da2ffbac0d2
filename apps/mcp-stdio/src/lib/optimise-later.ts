import process from 'node:process';

// The flag is V8's own, which may drop it: these majors of Node have it.
const KNOWN_NODE = { from: 20, to: 24 };

/** Bytes of bytecode that a function runs before V8 thinks of optimising it; by itself it waits for 67,584. */
const BUDGET = 540_000;

/**
 * Keeps V8 from optimising what a server runs only some hundred times in its life: by default that takes a third of the
 * processor time of its first searches.
 */
export async function optimiseLater(): Promise<void> {
  const major = Number.parseInt(process.versions.node, 10);
  if (major < KNOWN_NODE.from || major > KNOWN_NODE.to) return;
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString(`--interrupt-budget=${BUDGET}`);
}
