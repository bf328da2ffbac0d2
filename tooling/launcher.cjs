#!/usr/bin/env node
// Starts the bundle from the code that V8 made of it when it was built, so that nothing need be parsed: a third less to
// wait for. Another V8 refuses that code; then the bundle is compiled anew, from Node 24 on with Node's own cache.
const { readFileSync, statSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

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
  return new Script(wrapped, { filename, cachedData: cacheOf(filename) });
}

function cacheOf(filename) {
  try {
    return readFileSync(`${filename}.cache`);
  } catch {
    // Parts that are seldom needed have none.
    return undefined;
  }
}

/** What Node's loader does for CommonJS, for the parts of the bundle. */
function run(filename, script) {
  const module = { exports: {} };
  loaded.set(filename, module);
  const requirePart = (id) => (id.startsWith('.') ? load(join(dirname(filename), id)) : requirePackage(id));
  script.runInThisContext()(module.exports, requirePart, module, filename, dirname(filename));
  return module.exports;
}

/** Before 24 Node leaves links in a path unresolved where the last thing that anybody looked at was a named pipe. */
function requirePackage(id) {
  if (!id.startsWith('node:')) statSync(__filename);
  return require(id);
}

function load(filename) {
  return loaded.get(filename)?.exports ?? run(filename, compile(filename));
}
