import { byteLength } from '../plain-text.ts';
import type { ImageProtocol } from './terminal.ts';

export interface Image {
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

/** The text that makes a terminal show an image; null if the protocol does not know the format. */
export function inlineImage({ mimeType, data }: Image, protocol: ImageProtocol): string | null {
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
