import type { Server } from 'node:http';
import type { Log } from '@dragoman/fs-core';
import { createFaultLog } from '@dragoman/mcp/internal/server';
import { createFairSlots } from '../calls/fair-slots.ts';
import { createHeldBytes } from '../calls/held-bytes.ts';
import { createInFlight } from '../calls/in-flight.ts';
import { createUnreadAnswers } from '../calls/unread-answers.ts';
import { createRouter } from '../front/router.ts';
import type { ServerContext, Stage } from '../front/server-context.ts';
import type { HttpOptions } from '../options/http-options.ts';
import { spelledHost } from '../options/listen-address.ts';
import { createEndedSessions } from '../sessions/ended-sessions.ts';
import { createSessionIds } from '../sessions/session-id.ts';
import { createSessionTable } from '../sessions/session-table.ts';
import { createCallLog, type LogOptions } from '../watch/call-log.ts';
import type { Gauges } from '../watch/metrics.ts';
import { createProgramLog } from '../watch/program-log.ts';
import { createRefusalLog } from '../watch/refusals.ts';
import { openTraces } from '../watch/traces.ts';
import { watchers } from '../watch/watch.ts';
import { type Authentication, openAuthentication } from './authenticators.ts';
import { drain } from './drain.ts';
import { type Hosting, openHosting } from './hosting.ts';
import { createHttpServer } from './http-server.ts';
import { listen } from './listen.ts';
import type { MetricsServer } from './metrics-server.ts';
import { createReadiness } from './readiness.ts';
import { takeSecret } from './secret.ts';

// Of messages at once, as many of the largest size, and as much of answers that are not read.
const MAX_HELD_MESSAGES = 8;
// Characters: as many as 24 random bytes have in base64.
const STRONG_TOKEN = 32;

/**
 * Serves until a signal ends the process.
 * @throws Error with one line for a person in a terminal
 */
export async function serve(options: HttpOptions): Promise<void> {
  // The reader of the log may go away, and clients still want to be served.
  process.stderr.on('error', () => {});
  const logging = loggingOf(options);
  const log = createProgramLog(logging);
  if (options.token !== null && options.token.length < STRONG_TOKEN)
    log('warn', `--token-env: a token of fewer than ${STRONG_TOKEN} characters is easy to guess`);
  const publicUrl = options.publicUrl ?? new URL('http://localhost');
  const course: Course = { stage: 'serving', publicUrl, onPrincipals: () => {} };
  const onChange = (): void => course.onPrincipals();
  const authentication = openAuthentication(options, log, { publicUrl: () => course.publicUrl, onChange });
  const { context, metrics, hosting } = await openContext(options, { logging, log, course, authentication });
  course.onPrincipals = context.sessions.endOutdated;
  // First, so that nothing serves yet if its address is taken.
  const guard = guardOf(options);
  const metricsUrl = await metrics?.listen(guard, context.watch.refused);
  const server = createHttpServer(createRouter(context, guard));
  const { url, localUrl } = await listen(server, options.listen, options.path);
  course.publicUrl = options.publicUrl ?? localUrl;
  server.on('error', (error) => log('error', 'The listening socket failed', { reason: error.message }));
  endOnSignals(server, context, { course, log, hosting });
  process.on('SIGHUP', () => authentication.principals?.reload());
  if (metricsUrl !== undefined) log('info', 'Metrics', { url: metricsUrl });
  process.stdout.write(`${url}\n`);
}

/** State that changes while a server runs. */
interface Course {
  stage: Stage;
  publicUrl: URL;
  /** Called when there are other principals. */
  onPrincipals: () => void;
}

interface DeskParts {
  readonly logging: LogOptions;
  readonly log: Log;
  readonly course: Course;
  readonly authentication: Authentication;
}

async function openContext(options: HttpOptions, { logging, log, course, authentication }: DeskParts) {
  const { shared, maxSessions, sessionIdleMs: idleMs } = options;
  const faults = createFaultLog(log);
  const secret = await takeSecret(options.secretFile);
  const metrics = await openMetrics(options, {
    callsRunning: () => slots.running,
    callsWaiting: () => slots.waiting,
    sessions: () => sessions.size,
  });
  const traces = await openTraces('dragoman-http');
  const watch = watchers([
    { answered: createCallLog(logging), refused: createRefusalLog(log) },
    ...[metrics?.watch ?? null, traces].filter((one) => one !== null),
  ]);
  const { storeAnswered: onStoreRequest, workerStuck: onStuck } = watch;
  const hosting = await openHosting(options, { log, faults, onStoreRequest, onStuck });
  const { openSessionHost, workers } = hosting;
  const maxHeld = MAX_HELD_MESSAGES * shared.maxMessageSize;
  const answers = createUnreadAnswers(maxHeld, () => slots.startWaiting());
  const slots = createFairSlots(options.maxCalls * Math.max(1, workers), answers.hasRoomFor);
  const now = Date.now;
  const sessions = createSessionTable({ log, faults, slots, openSessionHost, maxSessions, idleMs, now });
  const context: ServerContext = {
    options,
    authenticator: authentication.authenticator,
    sessions,
    sessionIds: createSessionIds(secret),
    ended: createEndedSessions(),
    bodies: createHeldBytes(maxHeld),
    answers,
    inFlight: createInFlight(),
    watch,
    faults,
    stage: () => course.stage,
    publicUrl: () => course.publicUrl,
    unreadiness: createReadiness({ stage: () => course.stage, authentication, hosting }),
    now,
  };
  return { context, metrics, hosting };
}

/** The first signal lets the server finish, a second one does not. */
function endOnSignals(
  server: Server,
  { inFlight, answers, sessions, options }: ServerContext,
  { course, log, hosting: { pool, close } }: Pick<DeskParts, 'course' | 'log'> & { readonly hosting: Hosting },
): void {
  let isEnding = false;
  const exit = (code: number): void => {
    // An exit waits for all threads, and what is stuck in the system ends by nothing else.
    if (pool?.hasLeftBehind) process.kill(process.pid, 'SIGKILL');
    process.exit(code);
  };
  const end = (signal: string): void => {
    if (isEnding) exit(1);
    isEnding = true;
    log('info', `Ending: ${signal}`);
    const setStage = (next: Stage): void => {
      course.stage = next;
    };
    const closeSessions = async (): Promise<void> => {
      await sessions[Symbol.asyncDispose]();
      await close();
    };
    void drain({ server, inFlight, answers, drainMs: options.drainMs, setStage, closeSessions }).then(() => exit(0));
  };
  process.on('SIGTERM', end).on('SIGINT', end);
}

function loggingOf({ shared, logFormat }: HttpOptions): LogOptions {
  const format = logFormat === 'auto' ? (process.stderr.isTTY ? 'text' : 'json') : logFormat;
  return {
    level: shared.logLevel,
    format,
    write: (line) => void process.stderr.write(line),
  };
}

async function openMetrics(
  { metrics: address, metricsPrincipals: namesPrincipals }: HttpOptions,
  gauges: Omit<Gauges, 'eventLoopDelay'>,
): Promise<MetricsServer | null> {
  if (address === null) return null;
  const { createMetricsServer } = await import('./metrics-server.ts');
  return createMetricsServer(address, { gauges, namesPrincipals });
}

function guardOf({ allowHost, allowOrigin, publicUrl, listen: address }: HttpOptions) {
  const listened = address.kind === 'tcp' ? spelledHost(address.host) : 'localhost';
  const own = ['localhost', '127.0.0.1', '[::1]', publicUrl?.hostname ?? listened.toLowerCase()];
  return { hosts: new Set([...own, ...allowHost]), origins: new Set(allowOrigin) };
}
