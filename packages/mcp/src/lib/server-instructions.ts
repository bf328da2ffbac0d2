import type { Options } from '@dragoman/dialects/internal/options';
import { instructionsFor } from '@dragoman/formatters/internal/pieces';

/**
 * Text about the tools for a model. A client may not have named its roots yet, so it says where they decide.
 * @param trees that may be touched, if they are not those of the options alone
 */
export function serverInstructions(options: Options, trees: readonly string[] | null = options.allow): string {
  const { workdir, roots, readOnly, dryRun, maxFileSize, spelled, shell, shellTimeoutMs: timeoutMs } = options;
  return instructionsFor({
    workdir,
    trees,
    readOnly,
    dryRun,
    maxFileSize,
    isNarrowed: roots === 'intersect',
    isMoved: spelled.workdir === undefined,
    commands: shell === 'off' ? null : { timeoutMs, isConfined: shell === 'sandboxed' },
  });
}
