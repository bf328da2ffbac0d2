// An agent whose turns can be taken back, as the restore commands of coding agents do it: a checkpoint stands before each.
//   ANTHROPIC_API_KEY=… node checkpoints.ts 'Shorten the plan' 'Now translate it' '/restore 2'
import Anthropic from '@anthropic-ai/sdk';
import { createSession, createToolset } from '@dragoman/dialects';
import { anthropicTools } from '@dragoman/dialects/anthropic';

const session = createSession({ workdir: process.cwd(), journal: {}, environment: process.env });
const toolset = await createToolset({ dialect: 'text_editor', session });
const { journal } = session;
if (journal === null) throw new Error('The session records nothing');

/** The operations of this session that stand, the newest first. */
async function standing(): Promise<string[]> {
  const operations = await journal?.operations({ session: session.id, state: 'done' });
  return (operations ?? []).map(({ id }) => id);
}

async function answer(request: string): Promise<string> {
  const { content } = await new Anthropic().beta.messages.toolRunner({
    model: 'claude-sonnet-5-5',
    max_tokens: 8192,
    system: toolset.instructions,
    messages: [{ role: 'user', content: request }],
    tools: anthropicTools(toolset),
  });
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

/** Operations that stood before each turn. */
const checkpoints: ReadonlySet<string>[] = [];

/** Takes back a turn and all after it, as far as nobody has changed the files since. */
async function restore(turn: number): Promise<string> {
  const before = checkpoints[turn - 1];
  if (before === undefined) return `There is no turn ${turn}`;
  const made = (await standing()).filter((id) => !before.has(id));
  if (made.length === 0) return 'Nothing was changed since';
  const outcome = await journal?.undo(made);
  if (outcome?.kind === 'refused')
    return `Took back ${outcome.done?.length ?? 0} of ${made.length} changes: a file has changed since`;
  checkpoints.length = turn - 1;
  return `Took back ${made.length} changes`;
}

const requests = process.argv.length > 2 ? process.argv.slice(2) : ['What does this project do?'];
for (const request of requests) {
  const [, turn] = /^\/restore (\d+)$/.exec(request) ?? [];
  if (turn === undefined) checkpoints.push(new Set(await standing()));
  console.log(turn === undefined ? await answer(request) : await restore(Number(turn)));
}
await toolset.close();
