import { helpText, plainLine, readFlags } from '@dragoman/dialects/internal/options';
import { ALL_OPTIONS, readHttpOptions } from './options/http-options.ts';
import { tokenText } from './run/token-command.ts';
import { VERSION } from './version.ts';

/**
 * Runs the server as a command line asks; it goes on serving after this resolves. Errors go to stderr, exit status 2.
 */
export async function start(args: readonly string[]): Promise<void> {
  try {
    if (args[0] === 'token') process.stdout.write(tokenText(args.slice(1)));
    else await run(args);
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    // Threads and sockets that were opened already would go on.
    process.stderr.write(`dragoman-http: ${plainLine(sentence)}\n`, () => process.exit(2));
  }
}

async function run(args: readonly string[]): Promise<void> {
  const flags = readFlags(args, ALL_OPTIONS);
  if (flags.kind === 'values') {
    const host = { environment: process.env, currentDirectory: () => process.cwd() };
    const options = readHttpOptions(flags.given, host);
    const { serve } = await import('./run/serve.ts');
    await serve(options);
  } else if (flags.kind === 'help') {
    const { USAGE } = await import('./run/usage-page.ts');
    process.stdout.write(helpText(USAGE, process.stdout));
  } else process.stdout.write(`${VERSION}\n`);
}
