import type { Writable } from 'node:stream';
import type { Options } from '@dragoman/dialects/internal/options';
import type { Log } from '@dragoman/fs-core';
import { createCallSlots, createFaultLog, openWorkspace } from '@dragoman/mcp/internal/server';
import { openClientSession } from './client-session.ts';
import { createLog } from './log.ts';
import { createStdioTransport } from './transport/stdio-transport.ts';

// On one thread nothing is gained by more, and on a busy machine the results of all of them are in memory at once.
const MAX_RUNNING_CALLS = 16;
// What was asked before the input ended may still be answered: `echo … | dragoman-mcp` reads like that. With the time for
// closing it stays below the two seconds after which the protocol's own clients send a signal.
const GRACE_MS = 1000;
const CLOSE_MS = 450;
const MAX_REASON = 500;
const BY_HAND =
  'dragoman-mcp: an MCP server, which an MCP client starts and speaks with over stdin and stdout; dragoman-mcp --help says more, Ctrl+C ends it\n';

/**
 * Serves one client over stdin and stdout until it is gone, then ends the process.
 * @throws ToolError if the options name directories that cannot be used, or demand a sandbox that does not work here
 */
export async function serve(options: Options): Promise<void> {
  const ownLog = createLog(options.logLevel, (line) => process.stderr.write(line));
  const logs = [ownLog];
  const log: Log = (...entry) => {
    for (const each of logs) each(...entry);
  };
  // A client is told the id, with which its user finds the stack in this log.
  const faults = createFaultLog(ownLog);
  // A client may stop reading the log and still want to be served.
  process.stderr.on('error', () => {});
  const loadObjectVolumes = () => import('@dragoman/object-volume');
  const workspace = await openWorkspace(options, { log, loadObjectVolumes, onFault: faults.note });
  await workspace.session.prepare().catch(async (error: unknown) => {
    await workspace.close();
    throw error;
  });
  const { stdout: output } = process;
  const transport = createStdioTransport({ input: process.stdin, output, maxMessageSize: options.maxMessageSize });
  const slots = createCallSlots(MAX_RUNNING_CALLS, () => transport.blocked);
  const client = openClientSession({ options, workspace, slots, ownLog, log, onFault: faults.note, transport });
  logs.push(client.log);
  // Cut, because a reason may quote what the client sent.
  transport.onerror = (error) => log('warn', error.message.slice(0, MAX_REASON));
  const onFailure = (error: Error): void => transport.onerror?.(error);
  transport.onmessage = (message) => void client.receive(message).catch(onFailure);
  transport.onbatch = (batch) => void client.receiveBatch(batch).catch(onFailure);

  const end = async (reason: string): Promise<void> => {
    log('debug', `Ending: ${reason}`);
    if (faults.count > 0) log('warn', 'There were unexpected errors', { count: faults.count });
    await transport.close();
    client.close();
    // A write that was cut short still has to remove its temporary file and the directories that it made.
    await within(CLOSE_MS, Promise.all([workspace.close(), slots.drained(), flushed(output)]));
    process.exit();
  };
  transport.onhangup = () => {
    void within(GRACE_MS, transport.emptied().then(client.settled)).then(() => end('the client is gone'));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end(signal));

  // Somebody who starts it by hand would wait for a prompt.
  if (process.stdin.isTTY) process.stderr.write(BY_HAND);
  await transport.start();
  const { session } = workspace;
  log('info', 'Serving', { dialect: options.dialect, workdir: session.workdir, allow: session.volume.roots });
}

/** Resolves when everything written has left the process. */
function flushed(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    output.write('', () => resolve());
  });
}

/** Waits for `work`, but no longer than `ms`, and ignores its failure. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const time = new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => {}), time]);
}
