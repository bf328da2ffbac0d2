#!/usr/bin/env node
import process from 'node:process';
import { start } from './lib/start.ts';

await start(process.argv.slice(2));
