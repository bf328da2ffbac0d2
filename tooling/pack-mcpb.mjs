// Packs the server with all that it needs except Node, for clients that install a file: `node tooling/pack-mcpb.mjs
// FILE`. One file for each platform, since ripgrep is a program. Needs a finished build.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { packExtension } from '@anthropic-ai/mcpb/cli';

const top = fileURLToPath(new URL('..', import.meta.url));
const app = join(top, 'apps', 'mcp-stdio');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = readManifest();
  await packBundle(process.argv[2] ?? `dragoman-${version}-${process.platform}-${process.arch}.mcpb`);
}

/** Writes the bundle for this platform to `file`. */
export async function packBundle(file) {
  const room = mkdtempSync(join(tmpdir(), 'dragoman-mcpb-'));
  try {
    const manifest = readManifest();
    const compatibility = { ...manifest.compatibility, platforms: [process.platform] };
    writeFileSync(join(room, 'manifest.json'), JSON.stringify({ ...manifest, compatibility }, null, 2));
    for (const name of ['dist', 'README.md']) copy(join(app, name), join(room, name));
    copy(join(top, 'LICENSE'), join(room, 'LICENSE'));
    for (const { name, home } of ripgrepPackages()) copy(home, join(room, 'node_modules', name));
    if (!(await packExtension({ extensionPath: room, outputPath: file, silent: true })))
      throw new Error('The bundle cannot be packed: npx mcpb validate apps/mcp-stdio/manifest.json says why');
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

function readManifest() {
  return JSON.parse(readFileSync(join(app, 'manifest.json'), 'utf8'));
}

function copy(from, to) {
  cpSync(from, to, { recursive: true, dereference: true });
}

/** ripgrep's packages as Node finds them from the server: the one that is imported, and the one with the program. */
function ripgrepPackages() {
  const name = '@vscode/ripgrep';
  const program = `${name}-${process.platform}-${process.arch}`;
  const entry = createRequire(join(app, 'package.json')).resolve(name);
  return [
    { name, home: dirname(dirname(entry)) },
    { name: program, home: dirname(createRequire(entry).resolve(`${program}/package.json`)) },
  ];
}
