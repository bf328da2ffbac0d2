import { dialectFor, type Toolset } from '@dragoman/dialects';
import type { Log } from '@dragoman/dialects/options';
import {
  type Client,
  type Connection,
  createService,
  type FaultLog,
  openWorkspace,
  type Service,
  serverInstructions,
  type ToolsetHandle,
  type Workspace,
} from '@dragoman/mcp';
import type { FairSlots } from '../calls/fair-slots.ts';
import { timedToolset } from '../calls/timed-toolset.ts';
import { VERSION } from '../version.ts';
import type { Principal } from '../who/principal.ts';

/** What one agent has done so far: what it has read, where it works, which commands it runs. */
export interface ServedSession extends AsyncDisposable {
  readonly service: Service;
  /** Of a client that began with a handshake. */
  connectionFor(client: Client | undefined): Connection;
}

export interface SessionParts {
  readonly log: Log;
  readonly faults: FaultLog;
  readonly slots: FairSlots;
  readonly callTimeoutMs: number;
}

/** Costs little until a tool is asked for. */
export function createSession(principal: Principal, parts: SessionParts): ServedSession {
  const { options, key } = principal;
  const { log, faults, slots, callTimeoutMs } = parts;
  let workspace: Promise<Workspace> | null = null;
  let connection: Connection | null = null;
  const handles = new Map<Toolset, ToolsetHandle>();
  const handleOf = (toolset: Toolset): ToolsetHandle => {
    const handle = handles.get(toolset) ?? timedToolset(toolset, callTimeoutMs);
    handles.set(toolset, handle);
    return handle;
  };
  const service = createService({
    async toolsetFor(client) {
      workspace ??= open(principal, parts).catch((error) => {
        // What failed once, such as a volume, may be there at the next call.
        workspace = null;
        throw error;
      });
      const dialect = options.dialect === 'auto' ? dialectFor(client) : options.dialect;
      return handleOf(await (await workspace).toolsetFor(dialect));
    },
    instructions: serverInstructions(options),
    version: VERSION,
    slots: slots.slotsOf(key),
    log,
    onFault: faults.note,
  });
  return {
    service,
    connectionFor(client) {
      connection ??= service.connect(client && { client });
      return connection;
    },
    async [Symbol.asyncDispose]() {
      connection?.close();
      const opened = await workspace?.catch(() => null);
      await opened?.close();
    },
  };
}

async function open({ options }: Principal, { log, faults }: SessionParts): Promise<Workspace> {
  const loadObjectVolumes = () => import('@dragoman/object-volume');
  const workspace = await openWorkspace(options, { log, loadObjectVolumes, onFault: faults.note });
  try {
    await workspace.session.prepare();
    return workspace;
  } catch (error) {
    await workspace.close();
    throw error;
  }
}
