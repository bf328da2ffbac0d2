// Runs the tools of Anthropic's SDK in a directory: a call a line on standard input, its answer a line on standard output.
// Calls run at once, as they do in the SDK's runner; answers come in the order of the calls.
import { createInterface } from 'node:readline';

const [, , entry = '', workdir = ''] = process.argv;
const { betaAgentToolset20260401 } = await import(entry);
const tools = new Map(betaAgentToolset20260401({ workdir }).map((tool) => [tool.name, tool]));

let answered = Promise.resolve();
for await (const line of createInterface({ input: process.stdin })) {
  const { name, args } = JSON.parse(line);
  const answer = tools
    .get(name)
    .run(args)
    .then(
      (text) => ({ text, isError: false }),
      (error) => ({ text: error.message, isError: true }),
    );
  answered = Promise.all([answer, answered]).then(([shown]) => {
    process.stdout.write(`${JSON.stringify(shown)}\n`);
  });
}
await answered;
for (const tool of tools.values()) await tool.close?.();
