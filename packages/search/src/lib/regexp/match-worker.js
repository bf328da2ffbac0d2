// @ts-check
// Matches lines in a thread of its own: nothing else ends a regular expression that backtracks without end.
import { parentPort, workerData } from 'node:worker_threads';

/** @import { MatchTask } from './match-thread.ts' */

/** @type {MatchTask} */
const { source, flags, found } = workerData;
const regex = new RegExp(source, flags);

// The time that an expression may take begins only now.
parentPort?.postMessage(null);
parentPort?.on('message', (block) => parentPort?.postMessage(faultIn(Buffer.from(block))));

/**
 * Matches each line of a block. Returns what the engine says against the expression, or null.
 * @param {Buffer} block
 */
function faultIn(block) {
  try {
    for (const [index, line] of linesOf(block).entries()) {
      const at = line.search(regex);
      if (at < 0) continue;
      const count = Number(found[0]);
      found[2 * count + 1] = index;
      found[2 * count + 2] = Buffer.byteLength(line.slice(0, at));
      // Last, since the other side may read while this one is stuck in the next line.
      Atomics.store(found, 0, count + 1);
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @param {Buffer} block */
function linesOf(block) {
  const lines = block.toString().split('\n');
  // A newline at the end begins no further line.
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}
