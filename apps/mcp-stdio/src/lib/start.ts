import { helpText } from '@dragoman/dialects/options';
import { readCommandLine } from './command-line.ts';
import { serve } from './serve.ts';
import { USAGE } from './usage.ts';
import { VERSION } from './version.ts';

/**
 * Runs the server as a command line asks; it goes on serving after this resolves. Errors go to stderr, exit status 2.
 */
export async function start(args: readonly string[]): Promise<void> {
  try {
    const command = readCommandLine(args, process.env, () => process.cwd());
    if (command.kind === 'serve') await serve(command.options);
    else process.stdout.write(command.kind === 'help' ? helpText(USAGE, process.stdout) : `${VERSION}\n`);
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    process.stderr.write(`dragoman-mcp: ${sentence.replace(/\p{Cc}/gu, ' ')}\n`);
    process.exitCode = 2;
  }
}
