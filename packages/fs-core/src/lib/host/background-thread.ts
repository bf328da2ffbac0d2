import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';

const MEMORY_LIMIT_MB = 512;

/**
 * Runs a task in a thread of the lowest priority, which ends with the process and does not keep it alive.
 * @param module which calls `runTask`
 * @param task plain data
 * @throws Error whatever ended the thread before it had a result
 */
export function inBackground<Result>(module: URL, task: object): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(module, {
      workerData: task,
      execArgv: [],
      // The thread's output is dropped: the process's stdout may carry a protocol.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    });
    worker.on('message', resolve).on('error', reject);
    worker.on('exit', () => reject(new Error('The thread has ended')));
    worker.unref();
  });
}

/** Runs the task in the thread and posts its result, which must be plain data. */
export async function runTask<Task>(run: (task: Task) => Promise<unknown>): Promise<void> {
  // On Linux, a priority is a thread's; elsewhere it is the process's.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
  parentPort?.postMessage(await run(workerData as Task));
}

/** Waits for as long as the last step worked, so that a task takes at most half of a processor. */
export async function pauseAsLong(workedMs: number): Promise<void> {
  await delay(Math.ceil(workedMs));
}
