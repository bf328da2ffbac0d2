import { describeClient } from './lib/describe-client.ts';
import { opencode } from './lib/opencode.ts';

await describeClient(opencode);
