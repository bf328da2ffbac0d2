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
  const tell = (message: FromThread): void => port.postMessage(message);
  const log: Log = (severity, message, data) => tell({ kind: 'log', severity, message, data });
  const onStoreRequest = (operation: string, status: number): void => tell({ kind: 'store', operation, status });
  const parts = { log, faults: createFaultLog(log), callTimeoutMs, onStoreRequest };
  const hosts = new Map<number, SessionHost>();
  const running = new Map<number, AbortController>();

  const tellOfCommands = (session: number, { runsCommands: run }: SessionHost): void =>
    tell({ kind: 'commands', session, run });
  const look = async (session: number): Promise<void> => {
    const host = hosts.get(session);
    await host?.look();
    if (host !== undefined) tellOfCommands(session, host);
  };

  const perform = async ({ id, session, task }: DoMessage, host: SessionHost): Promise<unknown> => {
    if (task.kind === 'close') hosts.delete(session);
    const controller = new AbortController();
    running.set(id, controller);
    const report = (progress: Progress): void => tell({ kind: 'progress', id, progress });
    const onWritten = (bytes: number): void => tell({ kind: 'written', id, bytes });
    const hadCommands = host.runsCommands;
    return await done(task, host, { signal: controller.signal, report, onWritten }).finally(() => {
      running.delete(id);
      if (hadCommands || host.runsCommands) tellOfCommands(session, host);
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
  const hear = (message: ToThread): void => {
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
        void look(message.session);
        return;
      case 'ping':
        tell({ kind: 'pong' });
        return;
    }
  };
  port.on('message', hear);
  tell({ kind: 'ready' });
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
    case 'call': {
      const { dialect, name, args, client, isReported } = task;
      const toolset = await host.toolsetFor(dialect);
      return await toolset.call(name, args, { signal, client, onWritten, onProgress: isReported ? report : undefined });
    }
  }
}
