import { type OpenFile, type RealPath, ToolError, versionOf } from '@dragoman/fs-core';
import type { Call, Session, SessionChange, WriteCall } from './session.ts';
import { untilCancelled } from './until-cancelled.ts';

/** What becomes of a file. */
export interface FileChange<Outcome> {
  /** As the caller gave it. */
  readonly path: string;
  /** Its absolute form. */
  readonly target: string;
  readonly change: SessionChange<Outcome>;
}

/** Makes a change as the call wants it: not at all on a dry run, and once it is approved where it must be. */
export async function changeFile<Outcome>(
  session: Session,
  file: FileChange<Outcome>,
  call: WriteCall<Outcome>,
): Promise<Outcome> {
  const isDry = session.dryRun || (call.dryRun ?? false);
  if (isDry || call.approve === undefined) return attempt(session, file, { ...call, dryRun: isDry });
  return changeApproved(session, file, call);
}

/**
 * Makes the change that was approved: of the file at the same place, with the same content, as the outcome was
 * computed from. The file is not locked meanwhile.
 * @throws ToolError `CONFLICT` (details: `unapproved`) if that file is another now
 */
async function changeApproved<Outcome>(
  session: Session,
  file: FileChange<Outcome>,
  call: WriteCall<Outcome>,
): Promise<Outcome> {
  using _turn = await session.turns.take(call.signal);
  const approved: State[] = [];
  const watched: SessionChange<Outcome> = async (current, realPath) => {
    approved.push(await stateOf(current, realPath));
    return file.change(current, realPath);
  };
  const outcome = await attempt(session, { ...file, change: watched }, { ...call, dryRun: true });
  await assertApproval(session, outcome, call);
  const guarded: SessionChange<Outcome> = async (current, realPath) => {
    assertSame(approved.at(-1), await stateOf(current, realPath), file.path);
    return file.change(current, realPath);
  };
  return attempt(session, { ...file, change: guarded }, call);
}

/**
 * Asks whether a change may be made that comes to this outcome; resolves where it may.
 * @throws ToolError `CANCELLED`, without waiting for the answer where the call is cancelled; what `approve` throws
 */
export async function assertApproval<Outcome>(
  session: Session,
  outcome: Outcome,
  { approve, signal }: Pick<Call<Outcome>, 'approve' | 'signal'>,
): Promise<void> {
  if (approve === undefined) return;
  await untilCancelled(approve(outcome), signal);
  session.assertOpen();
}

async function attempt<Outcome>(
  { volume, ledger }: Session,
  { path, target, change }: FileChange<Outcome>,
  { dryRun = false, signal }: WriteCall<Outcome>,
): Promise<Outcome> {
  const written = await volume.update(target, change, { dryRun, signal, onWritten: ledger.wrote });
  const { identity, result: outcomeOf, ...facts } = written;
  return outcomeOf({ path, dryRun, ...facts });
}

/** What a change is computed from. */
interface State {
  readonly realPath: RealPath;
  /** Of the content; null if there is no file. */
  readonly version: string | null;
}

async function stateOf(current: OpenFile | null, realPath: RealPath): Promise<State> {
  return { realPath, version: current && (await versionOf(current)) };
}

function assertSame(approved: State | undefined, now: State, path: string): void {
  if (approved?.realPath === now.realPath && approved.version === now.version) return;
  const details = { problem: 'unapproved', path, unapproved: true } as const;
  throw new ToolError(
    { code: 'CONFLICT', ...details },
    `Cannot write "${path}": it is not the file of the approved change`,
  );
}
