import { openStandardInput, openStandardStream } from '@dragoman/fs-core/internal/host';
import { createInterruption } from './lib/interruption.ts';
import { run } from './lib/run.ts';

const status = await run({
  args: process.argv.slice(2),
  environment: process.env,
  interruption: createInterruption(process),
  stdout: openStandardStream(1),
  stderr: openStandardStream(2),
  get columns() {
    return process.stdout.isTTY ? process.stdout.columns : undefined;
  },
  get cwd() {
    return process.cwd();
  },
  // Opened on first use: that takes milliseconds, and few commands read it.
  get stdin() {
    return openStandardInput(() => process.stdin);
  },
  get stdinIsTerminal() {
    return process.stdin.isTTY === true;
  },
});
// Everything is written and closed by now, and letting the process end by itself would take a millisecond more.
if (status !== null) process.exit(status);
