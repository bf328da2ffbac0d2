import { choosePlatform, examineRoots, type RootFinding } from '@dragoman/fs-core/internal/kernel';
import { examineLocalJournal } from '@dragoman/history/internal/history';
import type { JournalFindings } from '@dragoman/outcomes/internal/parts';
import { createSession } from './create-session.ts';
import { findJournalOf } from './journal/journal-settings.ts';
import type { SessionOptions } from './session.ts';
import type { ShellSettings } from './session-shell.ts';

/** Programs and files that the tools depend on, each with its state on this machine. */
export interface Diagnosis {
  readonly ripgrep: Finding;
  readonly sandbox: Finding;
  /** The way in which paths are followed: by descriptor, which needs /proc, or by stepping into directories. */
  readonly confinement: 'proc' | 'chdir';
  /** Locks of each tree: how its writers are kept apart. */
  readonly trees: readonly RootFinding[];
  /** The journal that the options name; null if there is none. */
  readonly journal: JournalFindings | UnusableJournal | null;
}

/** A journal that is refused, and why. */
export interface UnusableJournal {
  readonly reason: string;
}

/** State of one thing on this machine: it works, or the reason why it does not. */
export type Finding =
  | { readonly works: true; readonly version?: string }
  | { readonly works: false; readonly reason: string };

/** Tries everything once, in a session of its own over the directories of `options`. */
export async function diagnose(given: SessionOptions, environment: ShellSettings['environment']): Promise<Diagnosis> {
  // What is looked for must not be made.
  const { journal: _, ...options } = given;
  const shell: ShellSettings = { mode: 'sandboxed', timeoutMs: 10_000, environment };
  const { ripgrepVersion } = await import('@dragoman/search/internal/search');
  const { takeFlock } = await import('@dragoman/shell/internal/shell');
  return {
    ripgrep: await findingOf(async () => ({ version: await ripgrepVersion() })),
    sandbox: await findingOf(async () => {
      const session = createSession({ ...options, shell });
      await session.prepare().finally(() => session.close());
      return {};
    }),
    confinement: choosePlatform().strategy,
    journal: await journalFindings(given),
    trees: await examineRoots({ allow: options.allow ?? [options.workdir], locks: options.locks ?? 'auto', takeFlock }),
  };
}

async function journalFindings(options: SessionOptions): Promise<Diagnosis['journal']> {
  try {
    const place = findJournalOf(options);
    return place && (await examineLocalJournal(place));
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

async function findingOf(attempt: () => Promise<{ readonly version?: string }>): Promise<Finding> {
  try {
    return { works: true, ...(await attempt()) };
  } catch (error) {
    return { works: false, reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
