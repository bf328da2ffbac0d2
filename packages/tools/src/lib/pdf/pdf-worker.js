// @ts-check
// Reads a PDF in a thread of its own: whatever a hostile file makes the reader do, the main thread can stop it.
import { parentPort, workerData } from 'node:worker_threads';
import { pagesOf } from './pdf-pages.js';

/** @import { PageRequest } from './page-events.ts' */

void tell(workerData);

/** @param {PageRequest} request */
async function tell(request) {
  for await (const event of pagesOf(request)) parentPort?.postMessage(event);
}
