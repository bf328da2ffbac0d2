// Runs the tools of Anthropic's SDK in a directory: a call a line on standard input, its answer a line on standard output.
import { createInterface } from 'node:readline';

const [, , entry = '', workdir = ''] = process.argv;
const { betaAgentToolset20260401 } = await import(entry);
const tools = new Map(betaAgentToolset20260401({ workdir }).map((tool) => [tool.name, tool]));

for await (const line of createInterface({ input: process.stdin })) {
  const { name, args } = JSON.parse(line);
  const answer = await tools
    .get(name)
    .run(args)
    .then(
      (text) => ({ text, isError: false }),
      (error) => ({ text: error.message, isError: true }),
    );
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
for (const tool of tools.values()) await tool.close?.();
