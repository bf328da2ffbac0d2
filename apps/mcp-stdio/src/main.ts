#!/usr/bin/env node
import module from 'node:module';
import process from 'node:process';

// Node 22.8 and later keep what they compile, of all that is loaded from here on.
const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown };
enableCompileCache?.();
void import('./lib/start.ts').then(({ start }) => start(process.argv.slice(2)));
