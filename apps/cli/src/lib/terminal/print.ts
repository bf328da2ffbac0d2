import type { ToolResult } from '@dragoman/dialects';
import { closed, describeBlock } from '../plain-text.ts';
import { paintComplaint, paintDiff, paintMarks, paintPath } from './colours.ts';
import { inlineImage } from './inline-image.ts';
import type { Terminal } from './terminal.ts';

/** A result for a person: in colours, images as images, and a newline at the end so that the prompt follows. */
export function terminalText(result: ToolResult, terminal: Terminal): string {
  const painted = terminal.showsColours ? painterOf(result) : String;
  return result.content
    .map((block) => {
      if (block.type === 'text') return closed(painted(harmless(block.text)));
      const shown = block.type === 'image' && terminal.images ? inlineImage(block, terminal.images) : null;
      return shown ?? closed(describeBlock(block));
    })
    .join('');
}

/** A line that names the file whose result follows. */
export function terminalHeading(label: string, { showsColours }: Terminal): string {
  const name = harmless(label);
  return `==> ${showsColours ? paintPath(name) : name} <==\n`;
}

// Only these: other results may look like a diff, such as a file that holds one.
const CHANGES: ReadonlySet<unknown> = new Set(['edit', 'write']);
const SEARCHES: ReadonlySet<unknown> = new Set(['grep', 'glob']);

function painterOf(result: ToolResult): (text: string) => string {
  if (result.isError) return paintComplaint;
  const { kind } = result._meta['dragoman/outcome'];
  return CHANGES.has(kind) ? paintDiff : (text) => paintMarks(text, !SEARCHES.has(kind));
}

// All control characters but tab and newline.
const CONTROLS = /(?![\t\n])\p{Cc}/gu;

/** Makes control characters visible: a file's content must not control the terminal. */
export function harmless(text: string): string {
  return text.replace(CONTROLS, (control) => {
    const code = control.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
  });
}
