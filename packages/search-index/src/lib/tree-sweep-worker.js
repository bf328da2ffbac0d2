// @ts-check
// Compares what lstat(2) says of a tree's entries with what it said before, in a thread of its own. Plain JavaScript,
// since Node starts a thread from a file, also where the packages run from their sources.
import { lstatSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

/** @import { TreeTable } from './tree-sweep.ts' */

// Directories that a thread takes at once; others take the next.
const SHARE = 16;
const FIELDS = 4;
const SLASH = 0x2f;
const LOOK = /** @type {const} */ ({ bigint: true, throwIfNoEntry: false });

/** @type {TreeTable} */
const table = workerData;
const { directories, directoryEnds, firstFiles, names, nameEnds, states } = table;
const path = Buffer.alloc(64 * 1024);
const rootLength = path.write(table.root, 'latin1');
const directoryCount = directoryEnds.length;

parentPort?.on('message', ({ id, to, cursor }) => {
  /** @type {number[]} */
  const changedDirectories = [];
  /** @type {number[]} */
  const changedFiles = [];
  for (let from = Atomics.add(cursor, 0, SHARE); from < to; from = Atomics.add(cursor, 0, SHARE)) {
    const end = Math.min(to, from + SHARE);
    for (let directory = from; directory < end; directory++) look(directory, changedDirectories, changedFiles);
  }
  parentPort?.postMessage({ id, directories: changedDirectories, files: changedFiles });
});

/**
 * @param {number} directory
 * @param {number[]} changedDirectories
 * @param {number[]} changedFiles
 */
function look(directory, changedDirectories, changedFiles) {
  const start = directory === 0 ? 0 : Number(directoryEnds[directory - 1]);
  const end = Number(directoryEnds[directory]);
  let length = rootLength;
  if (end > start) {
    path[length] = SLASH;
    path.set(directories.subarray(start, end), length + 1);
    length += 1 + end - start;
  }
  if (!isSame(length, directory)) changedDirectories.push(directory);
  path[length] = SLASH;
  const last = Number(firstFiles[directory + 1]);
  for (let file = Number(firstFiles[directory]); file < last; file++) {
    const from = file === 0 ? 0 : Number(nameEnds[file - 1]);
    const to = Number(nameEnds[file]);
    path.set(names.subarray(from, to), length + 1);
    if (!isSame(length + 1 + to - from, directoryCount + file)) changedFiles.push(file);
  }
}

/**
 * @param {number} length of the path
 * @param {number} entry
 */
function isSame(length, entry) {
  const at = entry * FIELDS;
  // What has no state was not known well enough to be compared.
  if (states[at + 1] === 0n) return false;
  try {
    const stat = lstatSync(path.subarray(0, length), LOOK);
    return (
      stat !== undefined &&
      stat.ctimeNs === states[at + 3] &&
      stat.ino === states[at + 1] &&
      stat.size === states[at + 2] &&
      stat.dev === states[at]
    );
  } catch {
    return false;
  }
}
