// @ts-check
// Reads a PDF beside the thread that answers calls: what a file makes the reader do can be stopped from there alone.
import { parentPort, workerData } from 'node:worker_threads';
import { pagesOf } from './pdf-pages.js';

/** @import { PageRequest } from './page-events.ts' */

void tell(workerData);

/** @param {PageRequest} request */
async function tell(request) {
  for await (const event of pagesOf(request)) parentPort?.postMessage(event);
}
