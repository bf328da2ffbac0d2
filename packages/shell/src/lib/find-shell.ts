import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ToolError } from '@dragoman/fs-core';
import type { Environment } from './clean-environment.ts';
import type { ShellKind } from './command-script.ts';
import { bashPlaces, ON_WINDOWS } from './windows.ts';

/** A shell of this machine. */
export interface FoundShell {
  /** Its path, or its name on the `PATH`. */
  readonly program: string;
  readonly kind: ShellKind;
}

/** @throws ToolError `COMMAND_REJECTED` if there is none */
export async function findShell(environment: Environment, searchPath: string | undefined): Promise<FoundShell> {
  const candidates: readonly FoundShell[] = ON_WINDOWS
    ? bashPlaces(environment).map((program) => ({ program, kind: 'bash-on-windows' }))
    : (['bash', 'sh'] as const).map((kind) => ({ program: kind, kind }));
  for (const candidate of candidates) if (await starts(candidate.program, searchPath)) return candidate;
  const [problem, missing] = ON_WINDOWS
    ? (['no-git-bash', 'the bash of Git for Windows is not'] as const)
    : (['no-shell', 'neither bash nor sh is'] as const);
  throw new ToolError({ code: 'COMMAND_REJECTED', problem }, `Run commands: ${missing} installed`);
}

async function starts(program: string, searchPath: string | undefined): Promise<boolean> {
  const options = { cwd: '/', env: { PATH: searchPath }, stdio: 'ignore', windowsHide: true } as const;
  const [code] = await once(spawn(program, ['-c', ':'], options), 'close').catch(() => []);
  return code === 0;
}
