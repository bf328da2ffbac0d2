import type { MessagePort } from 'node:worker_threads';
import type { Log } from '@dragoman/fs-core';
import { ToolError } from '@dragoman/fs-core';
import { createFaultLog } from '@dragoman/mcp/internal/server';
import { createWorkplace, type Workplace, type WorkplaceParts } from '../sessions/workplace.ts';
import { start } from './claim.ts';
import { inTurn } from './in-turn.ts';
import type { FromThread, Progress, Task, ToThread } from './messages.ts';
import { sentError } from './sent-error.ts';

/** Holds sessions in this thread, and does in them what the other side of the port asks for. */
export function serveThread(port: MessagePort, { callTimeoutMs }: Pick<WorkplaceParts, 'callTimeoutMs'>): void {
  const tell = (message: FromThread): void => port.postMessage(message);
  const log: Log = (severity, message, data) => tell({ kind: 'log', severity, message, data });
  const onStoreRequest = (operation: string, status: number): void => tell({ kind: 'store', operation, status });
  const parts = { log, faults: createFaultLog(log), callTimeoutMs, onStoreRequest };
  const workplaces = new Map<number, Workplace>();
  const running = new Map<number, AbortController>();

  const tellOfCommands = (session: number, { runsCommands: run }: Workplace): void =>
    tell({ kind: 'commands', session, run });
  const look = async (session: number): Promise<void> => {
    const workplace = workplaces.get(session);
    await workplace?.look();
    if (workplace !== undefined) tellOfCommands(session, workplace);
  };

  const perform = async ({ id, session, task }: DoMessage, workplace: Workplace): Promise<unknown> => {
    if (task.kind === 'close') workplaces.delete(session);
    const controller = new AbortController();
    running.set(id, controller);
    const report = (progress: Progress): void => tell({ kind: 'progress', id, progress });
    const onWritten = (bytes: number): void => tell({ kind: 'written', id, bytes });
    const hadCommands = workplace.runsCommands;
    return await done(task, workplace, { signal: controller.signal, report, onWritten }).finally(() => {
      running.delete(id);
      if (hadCommands || workplace.runsCommands) tellOfCommands(session, workplace);
    });
  };
  const begin = async (message: DoMessage): Promise<void> => {
    if (!start(message.claim)) return;
    const { id, session, task } = message;
    const workplace = workplaces.get(session);
    await (workplace === undefined ? afterTheEnd(task) : perform(message, workplace)).then(
      (value) => tell({ kind: 'done', id, value }),
      (error) => tell({ kind: 'failed', id, error: sentError(error) }),
    );
  };
  const beginInTurn = inTurn(begin);
  const hear = (message: ToThread): void => {
    switch (message.kind) {
      case 'open':
        workplaces.set(message.session, createWorkplace(message.opening, parts));
        return;
      case 'do':
        beginInTurn(message);
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

async function done(task: Task, workplace: Workplace, { signal, report, onWritten }: Hands): Promise<unknown> {
  switch (task.kind) {
    case 'close':
      return await workplace[Symbol.asyncDispose]();
    case 'tools':
      return (await workplace.toolsetFor(task.dialect)).tools;
    case 'call': {
      const { dialect, name, args, client, structured, isReported } = task;
      const toolset = await workplace.toolsetFor(dialect);
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
