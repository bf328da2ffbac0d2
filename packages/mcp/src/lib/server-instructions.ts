import type { Options } from '@dragoman/dialects/internal/options';
import { briefInstructionsFor, instructionsFor } from '@dragoman/formatters/internal/pieces';

/**
 * Text about the tools for the model of a client, by the name that the client gives itself. A client may not have named its
 * roots yet, so it says where they decide.
 * @param trees that may be touched, if they are not those of the options alone
 */
export function serverInstructions(
  options: Options,
  trees: readonly string[] | null = options.allow,
): (client: string) => string {
  const { workdir, roots, readOnly, dryRun, maxFileSize, spelled, shell, shellTimeoutMs: timeoutMs } = options;
  const situation = {
    workdir,
    trees,
    readOnly,
    dryRun,
    maxFileSize,
    isNarrowed: roots === 'intersect',
    isMoved: spelled.workdir === undefined,
    commands: shell === 'off' ? null : { timeoutMs, isConfined: shell === 'sandboxed' },
  };
  return (client) => (wantsBriefOnes(client) ? briefInstructionsFor(situation) : instructionsFor(situation));
}

/** True for Codex, which repeats them with each tool that a script looks up, and pi, which shows 250 characters. */
function wantsBriefOnes(client: string): boolean {
  return client.startsWith('codex') || client === 'pi';
}
