import type { Log } from '@dragoman/fs-core';
import type { Connection, Workspace } from '@dragoman/mcp/internal/server';
import type { Questions } from './questions.ts';

const TIMEOUT_MS = 3000;

export interface ClientRoots {
  /** Asks for the roots, if the client offers any, and confines the tools to them. */
  follow(): void;
  /** Resolves when all roots asked for are in effect, for until then a call could reach further than it may; else null. */
  changing(): Promise<void> | null;
}

interface ClientRootsParts {
  readonly questions: Questions;
  readonly workspace: Workspace;
  readonly log: Log;
  /** The one client. */
  readonly client: () => Connection['client'];
  /** Called when the tools work elsewhere than the client may have been told. */
  readonly onMoved: () => void;
}

export function createClientRoots({ questions, workspace, log, client, onMoved }: ClientRootsParts): ClientRoots {
  let changing: Promise<void> | null = null;
  let wasAsked = false;
  const ask = async (): Promise<void> => {
    // The answer to `initialize` goes first, even if all came in one message.
    await new Promise(setImmediate);
    if (client()?.capabilities.roots === undefined) return;
    // Nothing is listed before the first roots are in effect.
    const isFirst = !wasAsked;
    wasAsked = true;
    try {
      const { roots } = await questions.ask('roots/list', TIMEOUT_MS);
      const isMoved = await workspace.follow(urisIn(roots));
      if (isMoved && !isFirst) onMoved();
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
