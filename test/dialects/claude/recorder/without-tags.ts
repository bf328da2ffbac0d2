import type { Answer, Block } from './recording.ts';

/** Claude Code's answer without the tags that it puts around some, which no server can say in its place. */
export function withoutTags(answer: Answer | undefined): Answer | undefined {
  return (
    answer && {
      ...answer,
      content: answer.content.map((block) => withText(block, (text) => text.replaceAll(TAGS, ''))),
    }
  );
}

const TAGS =
  /<(?:tool_use_error|system-reminder|persisted-output)>\n?|\n?<\/(?:tool_use_error|system-reminder|persisted-output)>/g;

/** The block with another text, if it has one. */
export function withText(block: Block, change: (text: string) => string): Block {
  return block.text === undefined ? block : { ...block, text: change(block.text) };
}
