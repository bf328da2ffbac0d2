import type { Log } from '@dragoman/dialects/options';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Workspace } from './workspace.ts';

const TIMEOUT_MS = 3000;

export interface ClientRoots {
  /** Asks for the roots, where the client offers any, and confines the tools to them. */
  follow(): void;
  /** Resolves when all roots asked for are in effect, for until then a call could reach further than it may; else null. */
  changing(): Promise<void> | null;
}

export function createClientRoots(server: Server, workspace: Workspace, log: Log): ClientRoots {
  let changing: Promise<void> | null = null;
  const ask = async (): Promise<void> => {
    // The SDK handles `initialize` a little later, even if both came in one message.
    await new Promise(setImmediate);
    if (server.getClientCapabilities()?.roots === undefined) return;
    try {
      // The SDK's own schema would refuse the whole list for one root that is not a file URI.
      const { roots } = await server.request({ method: 'roots/list' }, ResultSchema, { timeout: TIMEOUT_MS });
      await workspace.follow(urisIn(roots));
    } catch (error) {
      log('warn', 'The client offers roots and does not list them', { reason: String(error) });
    }
  };
  return {
    follow() {
      const change = (changing ?? Promise.resolve()).then(ask).then(() => {
        if (changing === change) changing = null;
      });
      changing = change;
    },
    changing: () => changing,
  };
}

/** @throws TypeError if the client sent no list */
function urisIn(roots: unknown): string[] {
  if (!Array.isArray(roots)) throw new TypeError('The roots are no list');
  return roots.map((root: { readonly uri?: unknown } | null) => String(root?.uri));
}
