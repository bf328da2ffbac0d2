// @ts-check
// Scales a picture in a thread of its own: decoding takes seconds, and whatever a hostile file does, it can be stopped.
import { parentPort, workerData } from 'node:worker_threads';
import { scalePicture } from './photon.js';

parentPort?.postMessage(await scalePicture(workerData));
