import { PhotonImage } from '@cf-wasm/photon';
import { describe, expect, it } from 'vitest';
import type { PageEvent, PageRequest } from './page-events.ts';
import { pagesOf } from './pdf-pages.js';
import { readPages } from './read-pages.ts';

const FONT = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';

/** A PDF of one page for each text, its table of objects left for the reader to find out. */
function pdfOf(texts: readonly string[]): Uint8Array {
  const kids = texts.map((_, index) => `${2 * index + 3} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} /MediaBox [0 0 612 792] >>`,
    ...texts.flatMap((text, index) => {
      const content = `BT /F1 12 Tf 72 720 Td (${text}) Tj 0 -14 Td (end) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /Contents ${2 * index + 4} 0 R ${FONT} >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  return pdfOfObjects(objects);
}

function pdfOfObjects(objects: readonly string[]): Uint8Array {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return new Uint8Array(Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R >>\n%%EOF\n`, 'latin1'));
}

/** A PDF of one page, which is a picture of 32 rows. @param row in Latin-1 */
function scanOf(colours: string, row: string): Uint8Array {
  const content = 'q 32 0 0 32 0 0 cm /I Do Q';
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 32 32] >>',
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width 32 /Height 32 ${colours} /Length ${row.length * 32} >>\nstream\n${row.repeat(32)}\nendstream`,
  ]);
}

const request = (bytes: Uint8Array, rest: Partial<PageRequest> = {}): PageRequest => ({
  ...{ bytes, first: 1, last: 20, maxPageChars: 1000 },
  ...rest,
});

async function eventsOf(request: PageRequest): Promise<PageEvent[]> {
  const events: PageEvent[] = [];
  for await (const event of pagesOf(request)) events.push(event);
  return events;
}

describe('pagesOf', () => {
  it('tells how many pages there are, then the text of those that were asked for', async () => {
    expect(await eventsOf(request(pdfOf(['one', 'two', 'three']), { first: 2 }))).toEqual([
      { kind: 'opened', totalPages: 3 },
      { kind: 'page', page: { number: 2, text: 'two\nend', isCut: false } },
      { kind: 'page', page: { number: 3, text: 'three\nend', isCut: false } },
    ]);
  });

  it('cuts a page where enough was read', async () => {
    const [, page] = await eventsOf(request(pdfOf(['one']), { maxPageChars: 2 }));
    expect(page).toEqual({ kind: 'page', page: { number: 1, text: 'on', isCut: true } });
  });

  it.each([
    {
      name: 'of bits',
      colours: '/ColorSpace /DeviceGray /BitsPerComponent 1',
      row: '\0\0\xff\xff',
      ...{ left: [0, 0, 0], right: [255, 255, 255] },
    },
    {
      name: 'in colours',
      colours: '/ColorSpace /DeviceRGB /BitsPerComponent 8',
      row: '\xff\0\0'.repeat(16) + '\0\0\xff'.repeat(16),
      ...{ left: [255, 0, 0], right: [0, 0, 255] },
    },
  ])('shows a scan $name as it is', async ({ colours, row, left, right }) => {
    const pictures = { maxSide: 32, maxBytes: 10_000 };
    const [, event] = await eventsOf(request(scanOf(colours, row), { pictures }));
    const picture = event?.kind === 'page' && event.page.picture;
    if (!picture || picture === 'unshown') throw new TypeError('There is no picture');
    const pixels = PhotonImage.new_from_byteslice(picture.data).get_raw_pixels();
    const colourAt = (x: number) => [...pixels.subarray((16 * 32 + x) * 4)].slice(0, 3);
    // JPEG changes colours a little.
    const isNear = (one: readonly number[], other: readonly number[]) =>
      one.every((value, at) => Math.abs(value - (other[at] ?? 0)) < 8);
    expect([isNear(colourAt(4), left), isNear(colourAt(28), right)]).toEqual([true, true]);
  });

  it('refuses what is no PDF', async () => {
    expect(await eventsOf(request(new Uint8Array([1, 2, 3])))).toEqual([{ kind: 'refused', reason: 'damaged' }]);
  });
});

describe('readPages', () => {
  it('reads in a thread of its own', async () => {
    expect(await readPages(request(pdfOf(['one', 'two']), { last: 1 }))).toEqual({
      totalPages: 2,
      pages: [{ number: 1, text: 'one\nend', isCut: false }],
      hasUnmappedText: false,
      endedBy: null,
    });
  });

  it('ends when its time is up', async () => {
    const reading = readPages(request(pdfOf(['one'])), { timeLimitMs: 1 });
    await expect(reading).rejects.toMatchObject({ code: 'TIMEOUT', details: { reason: 'time' } });
  });

  it('ends when it is cancelled', async () => {
    const reading = readPages(request(pdfOf(['one'])), { signal: AbortSignal.abort() });
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('ends when it is cancelled while it reads', async () => {
    const cancelled = new AbortController();
    const reading = readPages(request(pdfOf(['one'])), { signal: cancelled.signal });
    cancelled.abort();
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('says what keeps it from reading', async () => {
    const reading = readPages(request(new Uint8Array([1, 2, 3])));
    await expect(reading).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE', details: { reason: 'damaged' } });
  });
});
