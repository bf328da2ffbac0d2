#!/usr/bin/env node
import process from 'node:process';
import { readCommandLine } from './lib/command-line.ts';
import { serve } from './lib/serve.ts';
import { usage } from './lib/usage.ts';
import { VERSION } from './lib/version.ts';

try {
  const command = readCommandLine(process.argv.slice(2), process.env, process.cwd());
  if (command.kind === 'serve') await serve(command.options);
  else process.stdout.write(command.kind === 'help' ? usage() : `${VERSION}\n`);
} catch (error) {
  const sentence = error instanceof Error ? error.message : String(error);
  process.stderr.write(`dragoman-mcp: ${sentence.replaceAll('\n', ' ')}\n`);
  process.exitCode = 2;
}
