import { calls } from './calls.ts';
import { claudeCode } from './claude-code.ts';
import { commandTasks } from './command-tasks.ts';
import { deepRange } from './deep-range.ts';
import { firstLines } from './first-lines.ts';
import { GROWTHS } from './growths.ts';
import { disturbedCalls } from './http/disturbed-calls.ts';
import { httpCalls } from './http/http-calls.ts';
import { httpMemory } from './http/http-memory.ts';
import { stalledWorker } from './http/stalled-worker.ts';
import { indexedSearch } from './indexed-search.ts';
import { journal } from './journal.ts';
import { listDirectory } from './list-directory.ts';
import { memory } from './memory.ts';
import { OBJECT_STORE } from './object/scenarios.ts';
import { officialTasks } from './official-tasks.ts';
import { pages } from './pages.ts';
import { patches } from './patches.ts';
import { readingTasks } from './reading-tasks.ts';
import { refusedEdit } from './refused-edit.ts';
import { resolve } from './resolve.ts';
import type { Scenario } from './scenario.ts';
import { search } from './search.ts';
import { searchingTasks } from './searching-tasks.ts';
import { session } from './session.ts';
import { startUp } from './start-up.ts';
import type { Task } from './tasks.ts';
import { wholeFile } from './whole-file.ts';
import { writes } from './writes.ts';
import { writingTasks } from './writing-tasks.ts';

export { GROWTHS };

export interface Group {
  readonly title: string;
  readonly scenarios: readonly Scenario[];
}

/** What is measured, in the order of the report. */
export const GROUPS: readonly Group[] = [
  { title: 'A session', scenarios: session },
  { title: 'Starting and answering', scenarios: [...startUp, ...calls] },
  { title: 'Reading', scenarios: [...deepRange, ...firstLines, ...wholeFile, ...pages, ...listDirectory, ...resolve] },
  { title: 'Writing and editing', scenarios: [...writes, ...refusedEdit, ...patches] },
  { title: 'Journal and undo', scenarios: journal },
  { title: 'Dialect claude-code', scenarios: claudeCode },
  { title: 'Searching', scenarios: search },
  { title: 'Searching with an index', scenarios: indexedSearch },
  { title: 'Memory', scenarios: memory },
];

/** What needs an object store, which takes long to fill: measured by itself. */
export const OBJECT_GROUPS: readonly Group[] = [{ title: 'An object store', scenarios: OBJECT_STORE }];

/** What `dragoman-http` takes, on a page of its own. */
export const HTTP_GROUPS: readonly Group[] = [
  { title: 'Calls over HTTP', scenarios: httpCalls },
  { title: 'Memory', scenarios: httpMemory },
  { title: "Others' calls", scenarios: [...disturbedCalls, ...stalledWorker] },
];

/** The work of each tool, and who else can do it. */
export const TASKS: readonly Task[] = [
  ...readingTasks,
  ...writingTasks,
  ...searchingTasks,
  ...commandTasks,
  ...officialTasks,
];
