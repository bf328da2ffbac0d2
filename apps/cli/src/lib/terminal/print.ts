import type { ToolResult } from '@dragoman/dialects';
import { closed } from '../closed.ts';
import { describeBlock } from '../describe-block.ts';
import { outcomeOf } from '../outcome.ts';
import { colouredDiff } from './coloured-diff.ts';
import { inlineImage } from './inline-image.ts';
import type { Terminal } from './terminal.ts';

/** A result for a terminal: diffs in colour, images as images, and a newline at the end so that the prompt follows. */
export function terminalText(result: ToolResult, terminal: Terminal): string {
  const isDiff = terminal.showsColours && CHANGES.has(outcomeOf(result).kind);
  return result.content
    .map((block) => {
      if (block.type === 'text') return closed(isDiff ? colouredDiff(harmless(block.text)) : harmless(block.text));
      const shown = block.type === 'image' && terminal.images ? inlineImage(block, terminal.images) : null;
      return shown ?? closed(describeBlock(block));
    })
    .join('');
}

// Only these: other results may look like a diff, such as a file that holds one.
const CHANGES: ReadonlySet<unknown> = new Set(['edit', 'write']);

// All control characters but tab and newline.
const CONTROLS = /(?![\t\n])\p{Cc}/gu;

/** Makes control characters visible: a file's content must not control the terminal. */
export function harmless(text: string): string {
  return text.replace(CONTROLS, (control) => {
    const code = control.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
  });
}
