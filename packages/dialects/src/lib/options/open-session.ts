import { createSession, createSessionBeside, type Session } from '@dragoman/tools/internal/session';
import { namingOption } from './naming-option.ts';
import { type OpeningOptions, openLaid } from './open-overlay.ts';
import type { Options } from './options.ts';
import { sessionOptionsOf } from './session-options.ts';

/**
 * Starts the session that the options describe.
 * @throws ToolError as `createSession`; the message begins with the option or variable that gave the faulty value
 */
export async function openSession(options: Options, opening: OpeningOptions): Promise<Session> {
  const { log, loadObjectVolumes } = opening;
  for (const directory of options.passedOver)
    log?.('warn', 'Allowed directory skipped: it does not exist', { directory });
  return namingOption(options, async () => {
    const rules = { ...sessionOptionsOf(options), ...(log && { log }) };
    if (options.overlay) {
      const { overlay } = await openLaid(options, opening);
      return createSessionBeside(new Map([[options.workdir, overlay]]), { ...rules, allow: [] });
    }
    if (options.volumes.length === 0) return createSession(rules);
    const { openSessionOverVolumes } = await import('./open-volumes.ts');
    return await openSessionOverVolumes(options, await loadObjectVolumes(), log);
  });
}
