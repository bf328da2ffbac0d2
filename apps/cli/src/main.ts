#!/usr/bin/env node
import process from 'node:process';
import { run } from './lib/run.ts';

const interrupted = new AbortController();

// Whoever reads has seen enough: no reason to complain.
const quietly = (stream: NodeJS.WriteStream): NodeJS.WriteStream =>
  stream.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });

// The first asks the tool to end and clean up, the second does not wait for it.
process.once('SIGINT', () => {
  interrupted.abort();
  process.once('SIGINT', () => process.exit(130));
});

// A CommonJS bundle has no top-level await.
void run({
  args: process.argv.slice(2),
  environment: process.env,
  cwd: process.cwd(),
  signal: interrupted.signal,
  // Opened on first use: each costs milliseconds, and few commands want all three.
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return quietly(process.stdout);
  },
  get stderr() {
    return quietly(process.stderr);
  },
}).then((status) => {
  process.exitCode = interrupted.signal.aborted ? 130 : status;
});
