import type { DialectName } from '@dragoman/dialects';
import type { Log } from '@dragoman/fs-core';
import { type FaultLog, openWorkspace, type ToolsetHandle, type Workspace } from '@dragoman/mcp/internal/server';
import { timedToolset } from '../calls/timed-toolset.ts';
import type { StoreWatch } from '../watch/store-watch.ts';
import { type SessionSettings, usableOptions } from './opening.ts';
import { watchedStores } from './watched-stores.ts';

/** Runs the calls of one session, in this thread or another. Costs little until it is asked for something. */
export interface SessionHost extends AsyncDisposable {
  /** @throws AuthFailure `access_denied`; ToolError if its directories cannot be used */
  toolsetFor(dialect: DialectName): Promise<ToolsetHandle>;
  /** True if commands run there, as it was after the last call, or when it was last looked at. */
  readonly runsCommands: boolean;
  /** Looks again whether commands run. */
  look(): Promise<void>;
}

/** Opens the host of a session. @param principal its key */
export type OpenSessionHost = (opening: SessionSettings, principal: string) => SessionHost;

export interface SessionHostParts {
  readonly log: Log;
  readonly faults: FaultLog;
  readonly callTimeoutMs: number;
  readonly onStoreRequest: StoreWatch;
}

/** A session host in this thread. */
export function createSessionHost(opening: SessionSettings, parts: SessionHostParts): SessionHost {
  let workspace: Promise<Workspace> | null = null;
  let runsCommands = false;
  const look = async (): Promise<void> => {
    const { session } = (await workspace?.catch(() => null)) ?? {};
    runsCommands = (await session?.shell?.isBusy()) ?? false;
  };
  /** Before its answer, so that no session seems idle in between. */
  const thenLook = async (call: ReturnType<ToolsetHandle['call']>): ReturnType<ToolsetHandle['call']> => {
    await call.catch(() => {});
    // Until the next look, commands that run count as running.
    if (!runsCommands) await look();
    return call;
  };
  const handles = new Map<ToolsetHandle, ToolsetHandle>();
  const handleOf = (toolset: ToolsetHandle): ToolsetHandle => {
    const looking: ToolsetHandle = {
      get tools() {
        return toolset.tools;
      },
      call: (...given) => thenLook(toolset.call(...given)),
      resource: toolset.resource,
    };
    const handle = handles.get(toolset) ?? timedToolset(looking, parts.callTimeoutMs);
    handles.set(toolset, handle);
    return handle;
  };
  const opened = (): Promise<Workspace> => {
    workspace ??= open(opening, parts).catch((error) => {
      // What failed once, such as a volume, may be there at the next call.
      workspace = null;
      throw error;
    });
    return workspace;
  };
  return {
    async toolsetFor(dialect) {
      return handleOf(await (await opened()).toolsetFor(dialect));
    },
    get runsCommands() {
      return runsCommands;
    },
    look,
    async [Symbol.asyncDispose]() {
      const left = await workspace?.catch(() => null);
      await left?.close();
    },
  };
}

async function open(opening: SessionSettings, { log, faults, onStoreRequest }: SessionHostParts): Promise<Workspace> {
  const loadObjectVolumes = () => watchedStores(onStoreRequest);
  const options = usableOptions(opening);
  const workspace = await openWorkspace(options, { log, loadObjectVolumes, onFault: faults.note });
  try {
    await workspace.session.prepare();
    return workspace;
  } catch (error) {
    await workspace.close();
    throw error;
  }
}
