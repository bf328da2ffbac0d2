import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Log } from './log.ts';
import type { Workspace } from './workspace.ts';

const TIMEOUT_MS = 3000;

export interface ClientRoots {
  /** Asks for the roots, where the client offers any, and confines the tools to them. */
  follow(): void;
  /** Resolves when all that was asked for is followed: a call that overtook it would reach further than it may. */
  settled(): Promise<void>;
}

export function createClientRoots(server: Server, workspace: Workspace, log: Log): ClientRoots {
  let settled = Promise.resolve();
  const ask = async (): Promise<void> => {
    try {
      const { roots } = await server.listRoots(undefined, { timeout: TIMEOUT_MS });
      await workspace.follow(roots.map(({ uri }) => uri));
    } catch (error) {
      log('warn', 'The client offers roots and does not list them', { reason: String(error) });
    }
  };
  return {
    follow() {
      if (server.getClientCapabilities()?.roots !== undefined) settled = settled.then(ask);
    },
    settled: () => settled,
  };
}
