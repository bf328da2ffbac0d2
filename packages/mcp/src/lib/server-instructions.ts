import { instructionsFor } from '@dragoman/dialects';
import type { Options } from '@dragoman/dialects/options';

/** What a model is told of the tools. A client may not have named its roots yet, so it says where they decide. */
export function serverInstructions(options: Options): string {
  const { allow: trees, roots, spelled, shell, shellTimeoutMs: timeoutMs } = options;
  return instructionsFor({
    ...options,
    trees,
    isNarrowed: roots === 'intersect',
    isMoved: spelled.workdir === undefined,
    commands: shell === 'off' ? null : { timeoutMs, isConfined: shell === 'sandboxed' },
  });
}
