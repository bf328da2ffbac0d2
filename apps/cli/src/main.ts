#!/usr/bin/env node
import process from 'node:process';
import { run } from './lib/run.ts';

const { argv, env, stdout, stderr } = process;
process.exitCode = await run({ args: argv.slice(2), environment: env, cwd: process.cwd(), stdout, stderr });
