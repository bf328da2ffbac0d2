import { describeClient } from './lib/describe-client.ts';
import { geminiCli } from './lib/gemini-cli.ts';

await describeClient(geminiCli);
