// Starts the bundle from the code into which V8 compiled it, so that nothing need be parsed: a start takes a third less.
// The package brings that code for the V8 that ran the build; for any other, it is kept in the user's own cache.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { codeCacheDirectory } from '../packages/fs-core/src/lib/paths/code-cache-directory.ts';

/** A hash of all parts of the bundle: of a source, V8 compares only the length. */
declare const BUILD: string;
/** As in `20.19`. */
declare const OLDEST_NODE: string;

interface Part {
  exports: unknown;
}

// V8 looks at four of the numbers of its version alone, and goes wrong with code from another build of them.
const MAKER = `${process.versions.v8}-${process.platform}-${process.arch}`;

const app = join(__dirname, 'app.js');
const loaded = new Map<string, Part>();
/** By cache: what was compiled from its source. */
const fresh = new Map<string, Script>();
let cacheOf = (filename: string): string => `${filename}.${MAKER}.cache`;

assertNode(process.versions.node, OLDEST_NODE);

let start = existsSync(cacheOf(app)) ? compile(app) : null;
// Options of V8's, as in NODE_OPTIONS, need code of their own.
if (start?.cachedDataRejected !== false) {
  keepOwnCaches();
  start = compile(app);
}
run(app, start);

/** Clients of the desktop find their own Node, which may be older than the one that a terminal finds. */
function assertNode(version: string, oldest: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = oldest.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  const sentence = `Node ${oldest} or newer is needed, and ${process.execPath} is ${version}`;
  process.stderr.write(`${sentence}. Name a newer one by its whole path where this program is configured.\n`);
  process.exit(2);
}

function compile(filename: string): Script {
  const source = readFileSync(filename, 'utf8');
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  const cache = cacheOf(filename);
  // Node leaves `cache` alone: it tells `record-code-cache.cjs` what to write.
  const options = { filename, cache, cachedData: contentOf(cache) };
  const script = new Script(wrapped, options);
  if (script.cachedDataRejected !== false) fresh.set(cache, script);
  return script;
}

function contentOf(cache: string): Buffer | undefined {
  try {
    return readFileSync(cache);
  } catch {
    // Parts that are seldom needed have none, nor has a first start.
    return undefined;
  }
}

/** From now on, caches are those of this user, and what they lack is added when the process ends. */
function keepOwnCaches(): void {
  const directory = codeCacheDirectory();
  if (directory === null) return;
  cacheOf = (filename) => join(directory, `${BUILD}-${basename(filename)}.${MAKER}.cache`);
  fresh.clear();
  process.on('exit', () => {
    for (const [cache, script] of fresh) keep(cache, script.createCachedData());
  });
}

/** Under another name first, so that no other process meets half of it. */
function keep(cache: string, code: Buffer): void {
  const unfinished = `${cache}.${process.pid}`;
  try {
    writeFileSync(unfinished, code, { mode: 0o600, flag: 'wx' });
    renameSync(unfinished, cache);
  } catch {
    // A full disk costs time only, at each start.
    rmSync(unfinished, { force: true });
  }
}

/** What Node's loader does for CommonJS, for the parts of the bundle. */
function run(filename: string, script: Script): unknown {
  const part: Part = { exports: {} };
  loaded.set(filename, part);
  const requirePart = (id: string) => (id.startsWith('.') ? load(join(dirname(filename), id)) : require(id));
  script.runInThisContext()(part.exports, requirePart, part, filename, dirname(filename));
  return part.exports;
}

function load(filename: string): unknown {
  const part = loaded.get(filename);
  return part === undefined ? run(filename, compile(filename)) : part.exports;
}
