import type { ToolResult } from '@dragoman/dialects';
import { plainLine } from '@dragoman/dialects/internal/options';
import { paintComplaint, paintDiff, paintMarks, paintPath } from './colours.ts';
import type { ImageProtocol, Terminal } from './terminal.ts';

/** A result as a model sees it, with a newline at its end, as programs print. */
export function plainText({ content }: ToolResult): string {
  return closed(content.map((block) => (block.type === 'text' ? block.text : describeBlock(block))).join('\n'));
}

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
export function headingText(label: string, terminal: Terminal | null): string {
  const name = plainLine(label);
  return `==> ${terminal?.showsColours ? paintPath(name) : name} <==\n`;
}

type Block = ToolResult['content'][number];

/** A line that stands for a block other than text: `[image: image/png, 1234 bytes]`. */
function describeBlock(block: Exclude<Block, { readonly type: 'text' }>): string {
  const { mimeType, data } = block.type !== 'resource' ? block : { ...block.resource, data: block.resource.blob };
  return `[${block.type}: ${mimeType}, ${byteLength(data)} bytes]`;
}

/** Number of bytes that base64 text stands for. */
function byteLength(base64: string): number {
  return Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
}

/** The text with a newline at its end; an empty one stays empty. */
function closed(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
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

/** The text that makes a terminal show an image; null if the protocol does not know the format. */
function inlineImage(
  { mimeType, data }: Extract<Block, { readonly type: 'image' }>,
  protocol: ImageProtocol,
): string | null {
  if (protocol === 'kitty') return mimeType === 'image/png' ? `${kittyCommands(data)}\n` : null;
  return mimeType === 'image/svg+xml' ? null : `\x1b]1337;File=inline=1;size=${byteLength(data)}:${data}\x07\n`;
}

// The most that one command of Kitty's protocol may carry.
const KITTY_CHUNK = 4096;

function kittyCommands(data: string): string {
  const chunks = data.match(new RegExp(`.{1,${KITTY_CHUNK}}`, 'g')) ?? [];
  return chunks
    .map((chunk, index) => {
      const keys = `${index === 0 ? 'a=T,f=100,' : ''}m=${index === chunks.length - 1 ? 0 : 1}`;
      return `\x1b_G${keys};${chunk}\x1b\\`;
    })
    .join('');
}
