import { createPace, type OpenDirectory, orPassOver, type Visit, visitRoot } from '@dragoman/fs-core/internal/kernel';
import {
  type GuardScope,
  hidden,
  hides,
  type IgnoreGuard,
  keepRulesBelow,
  ownRules,
  scopeBelow,
} from './ignore-guard.ts';

/** A directory that is to be moved or removed. */
export interface GuardedTree {
  readonly guard: IgnoreGuard;
  readonly directory: OpenDirectory;
  /** Scope of the directory, its own rules among it. */
  readonly scope: GuardScope;
  /** The path as the caller gave it. */
  readonly given: string;
}

/**
 * Walks a directory that is to be moved or removed, and refuses it if a guard hides anything inside. What the ignore files in
 * it say is kept.
 * @throws ToolError `INVALID_ARGUMENT` (problem `ignored`), `CANCELLED`
 */
export async function assertAllShown(
  { guard, directory, scope, given }: GuardedTree,
  signal?: AbortSignal,
): Promise<void> {
  const pace = createPace(signal);

  async function assertBelow(visit: Visit, within: GuardScope): Promise<void> {
    if (within.unusable !== null) throw hidden(guard, given, within.unusable);
    for (const entry of orPassOver(() => visit.eachEntry()) ?? []) {
      const turn = pace();
      if (turn !== null) await turn;
      if (entry === null) continue;
      const { name, kind } = entry;
      if (hides(within, name, kind === 'directory')) throw hidden(guard, given, null);
      if (kind !== 'directory') continue;
      using inner = visit.enter(name);
      await assertBelow(inner, scopeBelow(within, name, ownRules(guard, directory, inner.path)));
    }
  }

  await assertBelow(visitRoot(directory), scope);
  keepRulesBelow(guard, directory.realPath);
}
