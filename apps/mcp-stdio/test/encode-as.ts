import { TextDecoder } from 'node:util';

const encoders = {
  'utf-8 with mark': (text: string) => Buffer.from(text),
  'utf-16le': (text: string) => Buffer.from(text, 'utf16le'),
  'utf-16le with mark': (text: string) => Buffer.from(text, 'utf16le'),
  'utf-16be with mark': (text: string) => Buffer.from(text, 'utf16le').swap16(),
  latin1: (text: string) => Buffer.from(text, 'latin1'),
  shift_jis: byTable('shift_jis'),
  'euc-jp': byTable('euc-jp'),
  'windows-1251': byTable('windows-1251'),
} as const;

/** The bytes of a text in an encoding, made without the code under test. */
export function encodeAs(text: string, encoding: keyof typeof encoders): Buffer {
  return encoders[encoding](text);
}

/** The platform decodes what it cannot encode: asking for every one and two bytes gives the table. */
function byTable(encoding: string): (text: string) => Buffer {
  let table: Map<string, readonly number[]> | undefined;
  return (text) => {
    table ??= tableOf(new TextDecoder(encoding));
    return Buffer.from(Array.from(text, (character) => table?.get(character) ?? []).flat());
  };
}

function tableOf(decoder: TextDecoder): Map<string, readonly number[]> {
  const table = new Map<string, readonly number[]>();
  const add = (...bytes: readonly number[]): void => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 0x100; byte++) add(byte);
  for (let lead = 0x80; lead < 0x100; lead++) for (let trail = 0x40; trail < 0x100; trail++) add(lead, trail);
  return table;
}
