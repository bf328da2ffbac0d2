// Packs every published package, installs the tarballs together in an empty folder with npm alone, and uses them there
// as a user would, also with older versions of Node. Needs a finished build; changes nothing in the tree.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const top = fileURLToPath(new URL('..', import.meta.url));
const attw = join(top, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js');
const onWindows = process.platform === 'win32';
const room = mkdtempSync(join(tmpdir(), 'dragoman-pack-'));
const problems = [];
// The oldest that is promised, and the latest that cannot require ES modules.
const OLDER = ['20.19.0', '22.11.0'];
const NODES = ['node', ...OLDER.map((version) => join(room, 'node_modules', `node-${version}`, 'bin', 'node'))];

// How each command is asked for the lines with a word.
const SEARCHES = {
  dragoman: (node, main) => run(node, [main, 'grep', 'stranger', '--output_mode', 'content'], room),
  'dragoman-mcp': (node, main) => run(node, [main], room, search().join('')),
  'dragoman-http': searchOverHttp,
};

// Bytes unpacked. An app depends on ripgrep alone, so this is all else that its install brings.
const budgets = { '@dragoman/mcp-stdio': 8_100_000, '@dragoman/mcp-http': 8_200_000, dragoman: 8_250_000 };

try {
  const packages = publishedPackages().map(pack);
  for (const pkg of packages) await checkContents(pkg);
  installTogether(packages);
  for (const pkg of packages) await (pkg.manifest.bin ? checkBin(pkg) : checkImport(pkg));
  checkAlone(packages);
  checkTypes(packages);
  report(packages);
} finally {
  rmSync(room, { recursive: true, force: true });
}

for (const problem of problems) console.error(`pack-check: ${problem}`);
if (problems.length > 0) process.exit(1);

function publishedPackages() {
  return ['packages', 'apps']
    .flatMap((folder) => readdirSync(join(top, folder)).map((name) => join(top, folder, name)))
    .filter((home) => !JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).private);
}

function pack(home) {
  const { filename, files } = JSON.parse(run('pnpm', ['pack', '--json', '--pack-destination', room], home));
  const manifest = JSON.parse(run('tar', ['-xzOf', filename, 'package/package.json'], room));
  return { home, tarball: filename, files: files.map(({ path }) => path), manifest };
}

async function checkContents({ home, tarball, files, manifest }) {
  const complain = (what) => problems.push(`${manifest.name}: ${what}`);
  for (const file of ['LICENSE', 'README.md']) if (!files.includes(file)) complain(`${file} is not packed`);
  for (const file of files) if (/\.test\.|tsbuildinfo/.test(file)) complain(`${file} is packed`);
  for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
    if (/^(workspace|catalog|file|link):/.test(range)) complain(`depends on ${name}@${range}`);
    if (manifest.bin && name !== '@vscode/ripgrep') complain(`depends on ${name}, which belongs in the bundle`);
  }
  for (const map of files.filter((file) => file.endsWith('.map'))) {
    const { sources } = JSON.parse(readFileSync(join(home, map), 'utf8'));
    const lost = sources.filter((source) => !files.includes(join(dirname(map), source).replaceAll('\\', '/')));
    if (lost.length > 0) complain(`${map} points to ${lost.join(', ')}, not packed`);
  }
  const { messages } = await publint({ pack: { tarball: arrayBufferOf(tarball) }, strict: true });
  for (const message of messages) complain(formatMessage(message, manifest, { color: false }));
  if (!manifest.bin) run('node', [attw, tarball, '--profile', 'esm-only', '--format', 'ascii', '--quiet'], room);
}

function arrayBufferOf(file) {
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  return buffer.slice(byteOffset, byteOffset + byteLength);
}

function installTogether(packages) {
  writeFileSync(join(room, 'package.json'), JSON.stringify({ name: 'stranger', private: true, type: 'module' }));
  const tarballs = packages.map(({ tarball }) => tarball);
  // The package `node` is the program itself.
  const nodes = OLDER.map((version) => `node-${version}@npm:node@${version}`);
  const specs = [...nodes, ...packages.flatMap(peersOf), ...tarballs];
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...specs], room);
  const versions = NODES.slice(1).map((node) => run(node, ['--version'], room).trim());
  if (`${versions}` !== `${OLDER.map((version) => `v${version}`)}`) problems.push(`wants ${OLDER}, has ${versions}`);
}

/** Packages that a user has who opens all doors of a package: its peers, as they were when it was built. */
function peersOf({ home, manifest }) {
  return Object.keys(manifest.peerDependencies ?? {}).map((name) => {
    const { version } = JSON.parse(readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8'));
    return `${name}@${version}`;
  });
}

/** Each command of an app answers and knows which version it is, and each app finds a word in a file. */
async function checkBin({ manifest }) {
  for (const [command, script] of Object.entries(manifest.bin)) {
    const said = run(join(room, 'node_modules', '.bin', command), ['--version'], room).trim();
    if (!said.includes(manifest.version)) problems.push(`${command} --version says ${said}, not ${manifest.version}`);
    const main = join('node_modules', manifest.name, script);
    for (const node of NODES) {
      const found = await SEARCHES[command](node, main);
      if (!/package\.json:1:.*stranger/.test(found)) problems.push(`${command} finds nothing, by ${node}: ${found}`);
    }
  }
}

/** Messages of a client that has a server search. */
function search() {
  const clientInfo = { name: 'stranger', version: '1' };
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    {
      id: 2,
      method: 'tools/call',
      params: { name: 'Grep', arguments: { pattern: 'stranger', output_mode: 'content' } },
    },
  ];
  return messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/** Says the same to a server over HTTP, and returns its last answer. */
async function searchOverHttp(node, main) {
  const server = spawn(node, [main, '--no-auth', '--listen', '127.0.0.1:0'], {
    cwd: room,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const { value: url } = await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next();
    let headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    let said = '';
    for (const body of search()) {
      const response = await fetch(url, { method: 'POST', headers, body });
      said = await response.text();
      const id = response.headers.get('mcp-session-id');
      if (id !== null) headers = { ...headers, 'mcp-session-id': id };
    }
    return said;
  } finally {
    server.kill('SIGKILL');
  }
}

function checkImport({ manifest }) {
  for (const door of doorsOf(manifest)) {
    const code = `const door = await import('${door}'); console.log(Object.keys(door).length)`;
    for (const node of NODES) {
      const exports = Number(run(node, ['--input-type=module', '--eval', code], room));
      // Of types alone, nothing is left at run time.
      const isEmpty = !(exports > 0) && !(exports === 0 && manifest.name === '@dragoman/outcomes');
      if (isEmpty) problems.push(`${door} exports nothing`);
    }
  }
}

function doorsOf({ name, exports }) {
  return Object.keys(exports ?? {})
    .filter((path) => path !== './package.json')
    .flatMap((path) => (path.includes('*') ? opened(name, { path, file: exports[path].default }) : [path.slice(2)]))
    .map((path) => [name, path].filter(Boolean).join('/'));
}

/** Doors that a pattern opens: one for every file or folder of some kind. */
function opened(name, { path, file }) {
  const [before, after] = file.split('*');
  const home = join(room, 'node_modules', name, before);
  const names = readdirSync(home).map((entry) => (after.startsWith('/') ? entry : entry.replace(/\..*/, '')));
  return [...new Set(names)]
    .filter((entry) => existsSync(join(home, entry + after)))
    .map((entry) => path.slice(2).replace('*', entry));
}

/** Checks that formatters, in a folder of their own, install nothing that computes outcomes. */
function checkAlone(packages) {
  const folder = join(room, 'alone');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'alone', private: true, type: 'module' }));
  const needed = ['@dragoman/formatters', '@dragoman/fs-core', '@dragoman/outcomes', '@dragoman/patterns'];
  const tarballs = packages.filter(({ manifest }) => needed.includes(manifest.name)).map(({ tarball }) => tarball);
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs], folder);
  const installed = readdirSync(join(folder, 'node_modules', '@dragoman')).map((name) => `@dragoman/${name}`);
  if (`${installed.toSorted()}` !== `${needed}`) problems.push(`formatters bring along ${installed}`);
  const code = `import { otherFailure } from '@dragoman/formatters/agent';
    console.log(otherFailure({ code: 'NOT_FOUND', path: 'a.md' }));`;
  const said = run('node', ['--input-type=module', '--eval', code], folder);
  if (!said.includes('a.md')) problems.push(`formatters alone say ${said}`);
}

/**
 * Checks that the declarations compile in both of the ways in which users set up a compiler; those of other packages
 * need not.
 */
function checkTypes(packages) {
  const doors = packages.flatMap(({ manifest }) => doorsOf(manifest));
  const lines = doors.map((door, index) => `export * as door${index} from '${door}';\n`);
  writeFileSync(join(room, 'consumer.ts'), lines.join(''));
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    const types = ['--typeRoots', join(top, 'node_modules', '@types'), '--types', 'node', '--target', 'es2023'];
    const how = ['--strict', '--noEmit', '--module', module, '--moduleResolution', resolution];
    const tsc = join(top, 'node_modules', 'typescript', 'bin', 'tsc');
    const args = [tsc, 'consumer.ts', ...how, ...types, '--lib', 'es2023,esnext.disposable'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: room, encoding: 'utf8' });
    if (status !== 0 && !stdout.includes('error TS')) problems.push(`no types were checked: ${stdout}${stderr}`);
    problems.push(
      ...stdout.split('\n').filter((line) => /^\S/.test(line) && !/^node_modules\/(?!@dragoman)/.test(line)),
    );
  }
}

function report(packages) {
  for (const { tarball, files, home, manifest } of packages) {
    const unpacked = files.reduce((sum, file) => sum + sizeOf(home, file), 0);
    console.log(`${manifest.name}: ${kilobytes(statSync(tarball).size)} packed, ${kilobytes(unpacked)} unpacked`);
    const budget = budgets[manifest.name];
    if (unpacked > budget) problems.push(`${manifest.name} unpacks to ${unpacked} bytes, over its ${budget}`);
  }
}

function sizeOf(home, file) {
  const path = join(home, file);
  // The licence is the repository's one: pnpm packs it from the top.
  return statSync(file === 'LICENSE' ? join(top, file) : path).size;
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** Runs a command to its end and returns what it printed; what it printed before it failed is shown. */
function run(command, args, cwd, input = '') {
  try {
    const options = { cwd, input, encoding: 'utf8', stdio: 'pipe', shell: onWindows, maxBuffer: 1 << 26 };
    return execFileSync(command, args, options);
  } catch (error) {
    console.error(error.stdout, error.stderr);
    throw error;
  }
}
