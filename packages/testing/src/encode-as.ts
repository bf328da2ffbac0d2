import { TextDecoder } from 'node:util';

const MARKED = ' with mark';

/**
 * The bytes of a text in an encoding, made without the code under test: what the platform decodes to the text.
 * @param encoding a name that the platform knows; with ` with mark` after it, the bytes begin with a byte-order mark
 */
export function encodeAs(text: string, encoding: string): Buffer {
  if (encoding.endsWith(MARKED)) return encodeAs(`\ufeff${text}`, encoding.slice(0, -MARKED.length));
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const table = tableFor(encoding);
  return Buffer.from(Array.from(text, (character) => bytesOf(character, table, encoding)).flat());
}

type Table = ReadonlyMap<string, readonly number[]>;

function bytesOf(character: string, table: Table, encoding: string): readonly number[] {
  const bytes = table.get(character);
  if (bytes === undefined) throw new RangeError(`No "${character}" in ${encoding}`);
  return bytes;
}

const tables = new Map<string, Table>();

function tableFor(encoding: string): Table {
  const table = tables.get(encoding) ?? tableOf(new TextDecoder(encoding));
  tables.set(encoding, table);
  return table;
}

/** The platform decodes what it cannot encode: asking for every one and two bytes gives the table. */
function tableOf(decoder: TextDecoder): Table {
  // Node 20 takes windows-1252 for ISO-8859-1; what differs is asked of its neighbour, which has the same there.
  const extras = decoder.encoding === 'windows-1252' ? tableOf(new TextDecoder('windows-1254')) : [];
  const table = new Map<string, readonly number[]>([...extras].filter(([, [byte = 0]]) => byte >= 0x80 && byte < 0xa0));
  const add = (...bytes: readonly number[]): void => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 0x100; byte++) add(byte);
  for (let lead = 0x80; lead < 0x100; lead++) for (let trail = 0x40; trail < 0x100; trail++) add(lead, trail);
  return table;
}
