import { describeDialect } from '../../../../packages/dialects/src/lib/describe-dialect.ts';
import { loadTokenizer, type Tokenizer } from '../../../../packages/tools/src/lib/tokens/tokenizer.ts';
import { SESSIONS } from '../cases/index.ts';
import { DIFFERENCES } from '../differences.ts';
import type { Block, Recording } from './recording.ts';
import { withoutTags } from './without-tags.ts';

/** Tokens of a case's answer. */
export interface CaseTokens {
  readonly tool: string;
  readonly name: string;
  readonly theirs: number;
  readonly ours: number;
}

/** Counts the tokens (o200k) of text. */
export async function openCounter(): Promise<(text: string) => number> {
  const tokenizer = await loadTokenizer();
  return (text) => countOf(tokenizer, text);
}

/** Tokens of all answers: ours are theirs without tags where no difference is named, as the replay shows. */
export async function caseTokens({ answers }: Recording): Promise<readonly CaseTokens[]> {
  const count = await openCounter();
  const tokens = (blocks: readonly Block[] = []) => count(blocks.map(({ text = '' }) => text).join('\n'));
  return SESSIONS.flatMap(({ cases }) => cases).map(({ name, tool }) => {
    const theirs = answers[name];
    const ours = DIFFERENCES[name]?.ours.content ?? withoutTags(theirs)?.content;
    return { tool, name, theirs: tokens(theirs?.content), ours: tokens(ours) };
  });
}

/** A table of Markdown: by tool, tokens of its definition and of all recorded answers. */
export async function tokenTable(recording: Recording): Promise<string> {
  const count = await openCounter();
  const [all, { describe }] = await Promise.all([caseTokens(recording), describeDialect('claude')]);
  const rows = Object.entries(recording.definitions).map(([tool, definition]) => {
    const { name, description, inputSchema } = describe(tool) ?? {};
    const own = count(JSON.stringify({ name, description, input_schema: inputSchema }));
    const answers = all.filter((each) => each.tool === tool);
    const sum = (side: 'ours' | 'theirs') => answers.reduce((total, each) => total + each[side], 0);
    const cells = [`\`${tool}\``, own, definition, answers.length, sum('ours'), sum('theirs')];
    return `| ${cells.map((cell) => cell.toLocaleString('en')).join(' | ')} |`;
  });
  return [
    '| tool | definition | in Claude Code | calls | answers | in Claude Code |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function countOf(tokenizer: Tokenizer, text: string): number {
  const steps = tokenizer.count(text);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
