import type { MessagePort } from 'node:worker_threads';
import type { Log } from '@dragoman/fs-core';
import { ToolError } from '@dragoman/fs-core';
import { createFaultLog } from '@dragoman/mcp/internal/server';
import { createSessionHost, type SessionHost, type SessionHostParts } from '../sessions/session-host.ts';
import { start } from './cancel-token.ts';
import type { FromThread, Progress, Task, ToThread } from './messages.ts';
import { sentError } from './sent-error.ts';
import { serialize } from './serialize.ts';

/** Holds sessions in this thread, and does in them what the other side of the port asks for. */
export function serveThread(port: MessagePort, { callTimeoutMs }: Pick<SessionHostParts, 'callTimeoutMs'>): void {
  const tell: Tell = (message) => port.postMessage(message);
  const parts = { ...toldParts(tell), callTimeoutMs };
  const hosts = new Map<number, SessionHost>();
  const running = new Map<number, AbortController>();

  const perform = async ({ id, session, task }: DoMessage, host: SessionHost): Promise<unknown> => {
    if (task.kind === 'close') hosts.delete(session);
    const controller = new AbortController();
    running.set(id, controller);
    const hadCommands = host.runsCommands;
    return await done(task, host, { signal: controller.signal, ...toldProgress(tell, id) }).finally(() => {
      running.delete(id);
      if (hadCommands || host.runsCommands) tell(commandsOf(session, host));
    });
  };
  const begin = async (message: DoMessage): Promise<void> => {
    if (!start(message.cancelToken)) return;
    const { id, session, task } = message;
    const host = hosts.get(session);
    await (host === undefined ? afterTheEnd(task) : perform(message, host)).then(
      (value) => tell({ kind: 'done', id, value }),
      (error) => tell({ kind: 'failed', id, error: sentError(error) }),
    );
  };
  const beginNext = serialize(begin);
  port.on('message', (message: ToThread): void => {
    switch (message.kind) {
      case 'open':
        hosts.set(message.session, createSessionHost(message.opening, parts));
        return;
      case 'do':
        beginNext(message);
        return;
      case 'cancel':
        running.get(message.id)?.abort();
        return;
      case 'look':
        void look(tell, message.session, hosts.get(message.session));
        return;
      case 'ping':
        tell({ kind: 'pong' });
        return;
    }
  });
  tell({ kind: 'ready' });
}

type Tell = (message: FromThread) => void;

/** Looks again whether commands run, and tells. */
async function look(tell: Tell, session: number, host: SessionHost | undefined): Promise<void> {
  if (host === undefined) return;
  await host.look();
  tell(commandsOf(session, host));
}

function commandsOf(session: number, { runsCommands: run }: SessionHost): FromThread {
  return { kind: 'commands', session, run };
}

/** Parts of session hosts that write to the other side of the port. */
function toldParts(tell: Tell): Omit<SessionHostParts, 'callTimeoutMs'> {
  const log: Log = (severity, message, data) => tell({ kind: 'log', severity, message, data });
  const onStoreRequest = (operation: string, status: number): void => tell({ kind: 'store', operation, status });
  return { log, faults: createFaultLog(log), onStoreRequest };
}

function toldProgress(tell: Tell, id: number): Pick<Hands, 'report' | 'onWritten'> {
  return {
    report: (progress) => tell({ kind: 'progress', id, progress }),
    onWritten: (bytes) => tell({ kind: 'written', id, bytes }),
  };
}

type DoMessage = Extract<ToThread, { readonly kind: 'do' }>;

/** Answers a task for a session that has ended, if somebody waits for an answer. */
async function afterTheEnd({ kind }: Task): Promise<void> {
  if (kind !== 'close') throw new ToolError({ code: 'CANCELLED' }, 'The session has ended');
}

interface Hands {
  readonly signal: AbortSignal;
  readonly report: (progress: Progress) => void;
  readonly onWritten: (bytes: number) => void;
}

async function done(task: Task, host: SessionHost, { signal, report, onWritten }: Hands): Promise<unknown> {
  switch (task.kind) {
    case 'close':
      return await host[Symbol.asyncDispose]();
    case 'tools':
      return (await host.toolsetFor(task.dialect)).tools;
    case 'resource':
      return await (await host.toolsetFor(task.dialect)).resource(task.request, { signal });
    case 'call': {
      const { dialect, name, args, client, structured, isReported } = task;
      const toolset = await host.toolsetFor(dialect);
      return await toolset.call(name, args, {
        signal,
        client,
        structured,
        onWritten,
        onProgress: isReported ? report : undefined,
      });
    }
  }
}
