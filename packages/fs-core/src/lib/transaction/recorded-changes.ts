import { syncEach } from '../descriptors/sync.ts';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { attempt, attemptLater } from '../errors/best-effort.ts';
import { ToolError } from '../errors/tool-error.ts';
import { createPace } from '../volume/pace.ts';
import { type Intent, type IntentRecord, pathsIn } from './intent-record.ts';
import { recorderFor, type Stage, type Stageable, type StagedChange, type TransactionContext } from './planned.ts';
import { ON_THIS_MACHINE, type RecordPlace } from './record-places.ts';
import type { PreparedRecording, Recorder } from './recorder.ts';
import { recordsOf } from './records-of.ts';
import { removeEmpty } from './recover-record.ts';
import { placeAlone, stepsOf, syncChanged } from './staged-changes.ts';
import type { HeldStep, StepRecord } from './step.ts';
import { assertStillKept, takeStep } from './take-step.ts';
import { removeKept, undoStep } from './undo-step.ts';

interface WrittenRecord {
  readonly record: IntentRecord;
  readonly recording: PreparedRecording | null;
}

interface HowRecorded {
  /** True if they are one step, which is made or not made, whatever happens. */
  readonly isAlone: boolean;
  readonly stage: Stage;
}

/** Changes of which a record tells, from before anything is staged until nothing is left to be done. */
export class RecordedChanges implements Disposable {
  readonly #context: TransactionContext;
  readonly #changes: readonly Stageable[];
  readonly #isAlone: boolean;
  readonly #stage: Stage;
  readonly #recorder: Recorder | null;
  #record: IntentRecord | undefined;
  #place: RecordPlace = ON_THIS_MACHINE;
  /** True if the record lies where the recorder does not look. */
  #isElsewhere = false;
  #recording: PreparedRecording | null = null;
  /** True once nothing needs the record any more. */
  #isOver = true;

  constructor(context: TransactionContext, changes: readonly Stageable[], { isAlone, stage }: HowRecorded) {
    this.#context = context;
    this.#changes = changes;
    this.#isAlone = isAlone;
    this.#stage = stage;
    this.#recorder = recorderFor(context, stage);
  }

  /** Makes all of the changes, or none. Returns as `carryOut`. */
  async carryOut(): Promise<boolean> {
    const record = await this.#begin(this.#intent());
    const staged: StagedChange[] = [];
    const pace = createPace(this.#stage.signal);
    for (const change of this.#changes) {
      staged.push(await change.stage(this.#stage));
      this.#stage.onStaged?.(staged.length);
      await pace();
    }
    const recording = await this.#prepare(staged, record);
    assertNotCancelled(this.#stage.signal);
    for (const change of staged) {
      // Before each look, so that nothing lies between the last one and what is done next.
      await pace();
      change.assertUnchanged?.();
    }
    return await (this.#isAlone
      ? this.#putAlone(staged, { record, recording })
      : this.#put(staged, { record, recording }));
  }

  #intent(): Intent {
    const [steps, made]: [StepRecord[], string[]] = [[], []];
    for (const change of this.#changes) {
      steps.push(...change.records);
      made.push(...change.made);
    }
    // A step that is a whole change replaces what it replaces at once.
    const alone = (step: StepRecord): StepRecord => (step.do === 'remove' ? step : { ...step, kept: null });
    return { steps: this.#isAlone ? steps.map(alone) : steps, made };
  }

  /** @throws ToolError `IO_ERROR`, `DISK_FULL` if no record can be kept */
  async #begin(intent: Intent): Promise<IntentRecord> {
    const { recordPlaceFor, settings } = this.#context;
    const place = recordPlaceFor(pathsIn(intent));
    // Other machines have a tree that they share, and not what records here.
    const isHere = this.#recorder !== null && place.kind === 'machine';
    this.#isElsewhere = !isHere;
    this.#place = isHere ? { kind: 'journal', directory: this.#recorder.records } : place;
    const record = await recordsOf(this.#place).make(settings.durable);
    this.#record = record;
    record.intend(intent);
    return record;
  }

  /** Writes down what is about to be put in place, and lets the recorder keep what was there before. */
  async #prepare(staged: readonly StagedChange[], record: IntentRecord): Promise<PreparedRecording | null> {
    const made = stepsOf(staged).map((step) => step.made);
    const { by } = this.#stage;
    if (this.#recorder === null || by === undefined) {
      record.place(made, null);
      await record.sync();
      return null;
    }
    const write = (note: unknown): void => record.place(made, note);
    const how = { by, isElsewhere: this.#isElsewhere, write };
    const recording = await this.#recorder.prepared(this.#changes, how);
    this.#recording = recording;
    if (!this.#context.settings.durable) return recording;
    // All at once: a file system writes as much in hardly more time than one of them takes.
    const contents = staged.map((change) => async () => change.sync?.());
    await Promise.all([record.sync(), recording.synced(), syncEach(contents)]);
    return recording;
  }

  /** Takes the one step: from then on, the change is made. */
  async #putAlone([change]: readonly StagedChange[], { record, recording }: WrittenRecord): Promise<boolean> {
    if (change === undefined) return true;
    placeAlone(this.#context, change);
    this.#isOver = false;
    attempt(() => record.done());
    const [isSynced, isRecorded] = await Promise.all([syncChanged(this.#context, [change]), this.#finish(recording)]);
    this.#isOver = isRecorded;
    return isSynced;
  }

  /** Takes all steps, or takes them back. */
  async #put(staged: readonly StagedChange[], { record, recording }: WrittenRecord): Promise<boolean> {
    const isSynced = await this.#takeAll(staged, record);
    for (const change of staged) change.keep?.();
    this.#isOver = false;
    const pace = createPace();
    const isFinished = await attemptLater(async () => {
      for (const { steps } of staged) {
        for (const step of steps) removeKept(this.#context.platform, step);
        await pace();
      }
    });
    this.#isOver = (await this.#finish(recording)) && isFinished;
    return isSynced;
  }

  /** Takes all steps; from the first one on, nothing but a failure ends it. */
  async #takeAll(staged: readonly StagedChange[], record: IntentRecord): Promise<boolean> {
    const { platform } = this.#context;
    const pace = createPace();
    try {
      for (const change of staged) {
        for (const step of change.steps) takeStep(platform, step);
        change.placed?.();
        await pace();
      }
      // Before the mark: what it says must hold after a power failure, too.
      const isSynced = await syncChanged(this.#context, staged);
      for (const { steps } of staged) {
        for (const step of steps) await assertStillKept(platform, step);
        await pace();
      }
      record.done();
      return isSynced;
    } catch (error) {
      this.#isOver = await attemptLater(() => this.#undo(staged));
      throw error;
    }
  }

  /** Returns whether the changes are recorded; else the record, which has the note, stays for later. */
  async #finish(recording: PreparedRecording | null): Promise<boolean> {
    if (recording === null) return true;
    await removeEmpty(this.#context, recording.emptied);
    try {
      await recording.done(this.#context.settings.durable);
      return true;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      this.#context.log('warn', 'The journal could not be written: what was changed is listed later', error.failure);
      return false;
    }
  }

  /** Tells of what somebody else has changed since, and which therefore stays. */
  async #undo(staged: readonly StagedChange[]): Promise<void> {
    const { platform, log } = this.#context;
    const pace = createPace();
    const steps = stepsOf(staged).reverse();
    const changed: HeldStep[] = [];
    for (const step of steps) {
      if (!undoStep(platform, step)) changed.push(step);
      await pace();
    }
    if (changed.length === 0) return;
    const pathOf = ({ record }: HeldStep): string => record.path;
    const found = { paths: steps.map(pathOf), changedSince: changed.map(pathOf) };
    log('warn', 'A transaction that failed was taken back, but for what has changed since', found);
  }

  [Symbol.dispose](): void {
    if (this.#isOver) this.#recording?.[Symbol.dispose]();
    const record = this.#record;
    if (record === undefined) return;
    // Not released before: nobody needs to see what is over.
    if (!this.#isOver || !record.remove()) this.#context.unfinished.set(record.name, this.#place);
    record[Symbol.dispose]();
  }
}
