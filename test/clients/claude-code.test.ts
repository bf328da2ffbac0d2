import { claudeCode } from './lib/claude-code.ts';
import { describeClient } from './lib/describe-client.ts';

await describeClient(claudeCode);
