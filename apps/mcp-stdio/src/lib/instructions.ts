import { instructionsFor } from '@dragoman/dialects';
import type { Options } from '@dragoman/dialects/options';

/**
 * What the server tells a model of its tools. It is sent before the client has named its roots, so it says where they
 * decide.
 */
export function serverInstructions(options: Options): string {
  const { workdir, allow: trees, roots, spelled, readOnly, dryRun, maxFileSize } = options;
  const { shell, shellTimeoutMs: timeoutMs } = options;
  return instructionsFor({
    workdir,
    trees,
    isNarrowed: roots === 'intersect',
    isMoved: spelled.workdir === undefined,
    readOnly,
    dryRun,
    maxFileSize,
    commands: shell === 'off' ? null : { timeoutMs, isConfined: shell === 'sandboxed' },
  });
}
