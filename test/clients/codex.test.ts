import { codex } from './lib/codex.ts';
import { describeClient } from './lib/describe-client.ts';

await describeClient(codex);
