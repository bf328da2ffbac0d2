import { execFileSync } from 'node:child_process';
import {
  confinementSuite,
  DENY,
  DIALECTS,
  type Dialect,
  type HostileCase,
  type HostileTree,
  serve,
} from '@dragoman/testing';

// Where /proc is missing, the process steps into directories instead.
const WITHOUT_PROC = ['bwrap', '--bind', '/', '/', '--dev-bind', '/dev', '/dev', '--tmpfs', '/proc', '--'];

interface ConfinedCase {
  readonly dialect: Dialect;
  readonly title: string;
  readonly wrapper?: readonly string[];
}

const servers: readonly ConfinedCase[] = [
  ...DIALECTS.map((dialect) => ({ dialect, title: dialect })),
  ...(worksWithoutProc()
    ? [{ dialect: 'editor' as const, title: 'editor, without /proc', wrapper: WITHOUT_PROC }]
    : []),
];

/** States that the tools of every dialect show and change nothing that is denied, by the paths of the cases. */
export function confinedDialects(cases: readonly HostileCase[]): void {
  for (const { dialect, title, ...options } of servers) {
    const open = (tree: HostileTree) => {
      const deny = DENY.map((glob) => `--deny=${glob}`);
      return serve(dialect, tree, { args: ['--require-read', 'never', ...deny, tree.root], ...options });
    };
    confinementSuite(`the server over a hostile tree (${title})`, open, cases);
  }
}

function worksWithoutProc(): boolean {
  try {
    const [command = '', ...args] = [...WITHOUT_PROC, process.execPath, '--version'];
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
