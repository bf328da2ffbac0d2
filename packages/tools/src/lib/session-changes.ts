import {
  type Change,
  type ChangeOptions,
  type ChangeResult,
  type FileChange,
  type OpenFile,
  type Origin,
  type Precondition,
  type RealPath,
  ToolError,
  versionOf,
  type WriteResult,
} from '@dragoman/fs-core/internal/kernel';
import type { Call, Session, SessionChanges, WriteCall } from './session.ts';
import { untilCancelled } from './until-cancelled.ts';

type SessionCore = Omit<Session, keyof SessionChanges>;

/** Creates the methods by which a session changes its volume. */
export function sessionChanges(session: SessionCore): SessionChanges {
  const { resolve, ledger } = session;
  return {
    async update(path, call, change) {
      const target = resolve(path);
      return underRules(session, call, async (guard, options) => {
        const onWritten = (result: WriteResult<unknown>): void => {
          ledger.wrote(result);
          tellOfBytes(call, options, [{ change: 'write', ...result }]);
        };
        const guarded = { ...options, onWritten };
        const written = await session.volume.update(target, withGuard(change, guard, path), guarded);
        const { identity, result: outcomeOf, ...facts } = written;
        return outcomeOf({ path, dryRun: options.dryRun, ...facts });
      });
    },
    async remove(path, call, how) {
      const target = resolve(path);
      return underRules(session, call, (guard, options) =>
        session.volume.remove(target, { ...how, ...options, precondition: preconditionBy(guard, path, how) }),
      );
    },
    async move({ from, to, ...how }, call) {
      const [source, target] = [resolve(from), resolve(to)];
      return underRules(session, call, async (guard, options) => {
        const precondition = preconditionBy(guard, from, how);
        const moved = await session.volume.move(source, target, { ...how, ...options, precondition });
        remember(session, moved);
        tellOfBytes(call, options, [{ change: 'move', ...moved }]);
        return moved;
      });
    },
    async makeDirectory(path, call) {
      const target = resolve(path);
      return underRules(session, call, (_, options) => session.volume.makeDirectory(target, options));
    },
    async transact(changes, call) {
      return underRules(session, call, async (guard, options) => {
        const guarded = changes.map((change) => guardedChange(session, change, guard));
        const onStaged = stagedReporter(changes.length, call);
        const results = await session.volume.transact(guarded, { ...options, ...(onStaged && { onStaged }) });
        for (const result of results) if (result.change !== 'remove') remember(session, result);
        tellOfBytes(call, options, results);
        return results;
      });
    },
    async turn(path, call, turn) {
      const target = resolve(path);
      return underRules(session, call, async (guard, { dryRun, signal }) => {
        const realPath = await heldTo(session, { path, target }, guard);
        return turn(realPath, { dryRun, signal });
      });
    },
  };
}

/** Reports how many of several changes are prepared; undefined where nobody wants to know. */
function stagedReporter(total: number, { onProgress }: Pick<Call, 'onProgress'>): ChangeOptions['onStaged'] {
  if (onProgress === undefined || total < 2) return undefined;
  return (done) => onProgress({ done, total, message: `${done} of ${total} files` });
}

async function heldTo(
  { volume }: SessionCore,
  { path, target }: { readonly path: string; readonly target: string },
  guard: Guard,
): Promise<string> {
  using node = await volume.open(target, { for: 'content' });
  if (node.kind === 'directory')
    throw new ToolError({ code: 'IS_DIRECTORY', path }, `Cannot edit "${path}": is a directory`);
  await guard(node, node.realPath, path);
  return node.realPath;
}

/** Looks at what is about to change; what it throws ends the change. @param path as the caller gave it */
type Guard = (current: OpenFile | null, realPath: RealPath, path: string) => Promise<void>;

type Attempt<Outcome> = (guard: Guard, options: ChangeOptions & { readonly dryRun: boolean }) => Promise<Outcome>;

/**
 * Makes a change as the session and the call want it: not at all on a dry run, of files that were read before if that
 * is required, and once it is approved if it must be.
 */
async function underRules<Outcome>(session: SessionCore, call: WriteCall<Outcome>, attempt: Attempt<Outcome>) {
  if (session.readOnly) throw new ToolError({ code: 'READ_ONLY', path: session.workdir }, 'The session is read-only');
  const { signal, requireRead, approve } = call;
  const by = originOf(session, call);
  const guard: Guard = async (current, _, path) => {
    if (requireRead && current !== null && current.size > 0) await session.ledger.assertSeen(current, path);
  };
  const dryRun = session.dryRun || (call.dryRun ?? false);
  if (dryRun || approve === undefined) return attempt(guard, { dryRun, signal, by });
  return changeApproved(session, call, (also, options) => attempt(both(also, guard), options));
}

/** The origin by which a journal names the call. */
function originOf({ id, journal }: SessionCore, { by }: Pick<Call, 'by'>): Origin | undefined {
  return journal === null ? undefined : { session: id, ...(by ?? { dialect: '', tool: '', client: '' }) };
}

/**
 * Makes the change that was approved: of the files at the same places, with the same content, as the outcome was
 * computed from. They are not locked in between.
 * @throws ToolError `CONFLICT` (details: `unapproved`) if one of them is another now
 */
async function changeApproved<Outcome>(session: SessionCore, call: WriteCall<Outcome>, attempt: Attempt<Outcome>) {
  const { signal } = call;
  using _turn = await session.turns.take(signal);
  const approved = new Map<string, string>();
  const watch: Guard = async (current, realPath, path) => {
    approved.set(path, await stateOf(current, realPath));
  };
  const outcome = await attempt(watch, { dryRun: true, signal });
  await assertApproval(session, outcome, call);
  const assertSame: Guard = async (current, realPath, path) => {
    if (approved.get(path) !== (await stateOf(current, realPath))) throw unapproved(path);
  };
  return attempt(assertSame, { dryRun: false, signal, by: originOf(session, call) });
}

/**
 * Asks whether a change may be made that comes to this outcome; resolves if it may.
 * @throws ToolError `CANCELLED`, without waiting for the answer if the call is cancelled; what `approve` throws
 */
export async function assertApproval<Outcome>(
  session: Pick<Session, 'assertOpen'>,
  outcome: Outcome,
  { approve, signal }: Pick<Call<Outcome>, 'approve' | 'signal'>,
): Promise<void> {
  if (approve === undefined) return;
  await untilCancelled(approve(outcome), signal);
  session.assertOpen();
}

/** Describes the base of a change: a place, and the version of the content there. */
async function stateOf(current: OpenFile | null, realPath: RealPath): Promise<string> {
  return `${current && (await versionOf(current))} ${realPath}`;
}

function unapproved(path: string): ToolError {
  const failure = { code: 'CONFLICT', problem: 'unapproved', path, unapproved: true } as const;
  return new ToolError(failure, `Cannot write "${path}": it is not the file of the approved change`);
}

function both(one: Guard, other: Guard): Guard {
  return async (current, realPath, path) => {
    await one(current, realPath, path);
    await other(current, realPath, path);
  };
}

function withGuard<Result>(change: Change<Result>, guard: Guard, path: string): Change<Result> {
  return async (current, realPath) => {
    await guard(current, realPath, path);
    return change(current, realPath);
  };
}

function preconditionBy(guard: Guard, path: string, how?: { readonly precondition?: Precondition | undefined }) {
  return async (current: OpenFile | null, realPath: RealPath): Promise<void> => {
    await guard(current, realPath, path);
    await how?.precondition?.(current, realPath);
  };
}

function guardedChange({ resolve }: SessionCore, change: FileChange, guard: Guard): FileChange {
  switch (change.kind) {
    case 'write':
      return { ...change, path: resolve(change.path), change: withGuard(change.change, guard, change.path) };
    case 'remove':
      return { ...change, path: resolve(change.path), precondition: preconditionBy(guard, change.path, change) };
    case 'move': {
      const precondition = preconditionBy(guard, change.from, change);
      return { ...change, from: resolve(change.from), to: resolve(change.to), precondition };
    }
  }
}

type KnownFile = Pick<WriteResult, 'realPath' | 'identity'> & { readonly version: string | null };

/**
 * Records that a file was read, since the session itself wrote its content. A file that was only moved is known by its
 * key.
 */
function remember({ ledger }: SessionCore, { realPath, identity, version }: KnownFile): void {
  if (version !== null) ledger.wrote({ realPath, identity, version, brokeHardLink: false });
}

/** Tells whoever counts them of the bytes that changes have put into files. */
function tellOfBytes(
  { onWritten }: WriteCall<never>,
  { dryRun }: { readonly dryRun: boolean },
  results: readonly ChangeResult[],
): void {
  if (onWritten === undefined || dryRun) return;
  const bytes = results.reduce((sum, result) => sum + bytesOf(result), 0);
  if (bytes > 0) onWritten(bytes);
}

/** The one place that knows what a change of each kind has written. A rename writes nothing. */
function bytesOf(result: ChangeResult): number {
  switch (result.change) {
    case 'write':
      return result.bytesWritten;
    case 'move':
      return result.version === null ? 0 : (result.identity?.size ?? 0);
    case 'remove':
      return 0;
  }
}
