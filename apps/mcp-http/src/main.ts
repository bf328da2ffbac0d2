import { start } from './lib/start.ts';

// A CommonJS bundle has no top-level await.
void start(process.argv.slice(2));
