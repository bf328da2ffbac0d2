import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DIALECTS } from '../dialect-names.mjs';
import { shownCalls } from '../shown-calls.mjs';
import { toolsPage } from '../tools-page.mjs';

const command = join(import.meta.dirname, '..', '..', 'apps', 'cli', 'dist', 'main.js');

/** A page for each dialect, from what its tools say of themselves and answer. */
export default {
  paths: () => Promise.all(DIALECTS.map(pageOf)),
};

async function pageOf(dialect) {
  const memory = mkdtempSync(join(tmpdir(), 'memory-'));
  const args = ['--dialect', dialect, '--shell', 'unrestricted', '--memory-dir', memory, 'tools', '--json'];
  const { tools } = JSON.parse(execFileSync(process.execPath, [command, ...args], { encoding: 'utf8' }));
  rmdirSync(memory);
  return { params: { dialect }, content: toolsPage(dialect, tools, await shownCalls(dialect)) };
}
