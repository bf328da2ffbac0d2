#!/usr/bin/env node
// Starts the bundle from the code into which V8 compiled it at build time, so that nothing need be parsed: a start
// takes a third less. Any other V8 compiles the bundle again, from Node 24 on with Node's own cache.
const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

// V8 looks at four of the numbers of its version alone, and goes wrong with code from another build of them.
const MAKER = `${process.versions.v8}-${process.platform}-${process.arch}`;

const app = join(__dirname, 'app.js');
const appScript = compile(app);
const loaded = new Map();

if (appScript.cachedDataRejected !== false && Number.parseInt(process.versions.node, 10) >= 24) {
  require('node:module').enableCompileCache();
  require(app);
} else {
  run(app, appScript);
}

function compile(filename) {
  const source = readFileSync(filename, 'utf8');
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  const cache = `${filename}.${MAKER}.cache`;
  // Node leaves `cache` alone: it tells `record-code-cache.cjs` what to write.
  return new Script(wrapped, { filename, cache, cachedData: contentOf(cache) });
}

function contentOf(cache) {
  try {
    return readFileSync(cache);
  } catch {
    // Parts that are seldom needed have none.
    return undefined;
  }
}

/** What Node's loader does for CommonJS, for the parts of the bundle. */
function run(filename, script) {
  const module = { exports: {} };
  loaded.set(filename, module);
  const requirePart = (id) => (id.startsWith('.') ? load(join(dirname(filename), id)) : require(id));
  script.runInThisContext()(module.exports, requirePart, module, filename, dirname(filename));
  return module.exports;
}

function load(filename) {
  return loaded.get(filename)?.exports ?? run(filename, compile(filename));
}
