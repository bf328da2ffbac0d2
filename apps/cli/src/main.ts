#!/usr/bin/env node
import process from 'node:process';
import { run } from './lib/run.ts';

const { argv, env, stdin, stdout, stderr } = process;
const interrupted = new AbortController();

// Whoever reads has seen enough: no reason to complain.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
// The first asks the tool to end and clean up, the second does not wait for it.
process.once('SIGINT', () => {
  interrupted.abort();
  process.once('SIGINT', () => process.exit(130));
});

const { signal } = interrupted;
const surroundings = { args: argv.slice(2), environment: env, cwd: process.cwd(), stdin, stdout, stderr, signal };
const status = await run(surroundings);
process.exitCode = signal.aborted ? 130 : status;
