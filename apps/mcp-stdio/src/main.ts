import { start } from './lib/start.ts';

await start(process.argv.slice(2));
