import { loadCodec } from './load-codec.ts';
import type { Encoding } from './text-format.ts';

interface Rows {
  /** An encoding that has these characters in rows. */
  readonly source: Encoding;
  /** First and last lead byte. */
  readonly from: number;
  readonly to: number;
}

const JIS: Rows = { source: 'euc-jp', from: 0xb0, to: 0xcf };

/** The rows of the commoner characters: GB 2312, JIS X 0208, Big5 and KS X 1001 put them before the others. */
const FIRST_LEVELS: Partial<Record<Encoding, Rows>> = {
  gb18030: { source: 'gb18030', from: 0xb0, to: 0xd7 },
  big5: { source: 'big5', from: 0xa4, to: 0xc6 },
  'euc-jp': JIS,
  shift_jis: JIS,
  'euc-kr': { source: 'euc-kr', from: 0xb0, to: 0xc8 },
};

const levels = new Map<Encoding, ReadonlySet<string>>();

/** The commoner characters of an East Asian encoding, by its own order; none of another. */
export async function firstLevelOf(encoding: Encoding): Promise<ReadonlySet<string>> {
  const known = levels.get(encoding);
  if (known !== undefined) return known;
  const rows = FIRST_LEVELS[encoding];
  const level = new Set(rows === undefined ? [] : (await loadCodec(rows.source)).decode(pairsIn(rows)));
  levels.set(encoding, level);
  return level;
}

function pairsIn({ source, from, to }: Rows): Uint8Array {
  const trails = source === 'big5' ? [...bytesFrom(0x40, 0x7e), ...bytesFrom(0xa1, 0xfe)] : bytesFrom(0xa1, 0xfe);
  return Uint8Array.from(bytesFrom(from, to).flatMap((lead) => trails.flatMap((trail) => [lead, trail])));
}

function bytesFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
