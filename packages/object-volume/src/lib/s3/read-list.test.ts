import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesIn, rawPage } from './read-list.ts';

const entry = fc.record({
  key: fc.string({ unit: 'grapheme', minLength: 1 }),
  etag: fc.string({ minLength: 1, unit: fc.constantFrom(...'0123456789abcdef-') }),
  size: fc.nat(),
  modifiedMs: fc.nat(4e12),
});

const contents = ({ key, etag, size, modifiedMs }: { key: string; etag: string; size: number; modifiedMs: number }) =>
  `<Contents><Key>${encodeURIComponent(key).replaceAll('%20', '+')}</Key><LastModified>${new Date(modifiedMs).toISOString()}` +
  `</LastModified><ETag>&quot;${etag}&quot;</ETag><Size>${size}</Size><Owner><ID>x</ID></Owner></Contents>`;

const answer = (inside: string): string => `<?xml version="1.0"?>\n<ListBucketResult>${inside}</ListBucketResult>\n`;

describe('a page of a list', () => {
  it('is read as it was written, whatever the keys', () => {
    fc.assert(
      fc.property(fc.array(entry), fc.array(fc.string({ minLength: 1 })), (objects, prefixes) => {
        const common = prefixes.map(
          (each) => `<CommonPrefixes><Prefix>${encodeURIComponent(each)}</Prefix></CommonPrefixes>`,
        );
        const xml = answer(`<IsTruncated>false</IsTruncated>${objects.map(contents).join('')}${common.join('')}`);
        expect(entriesIn(xml)).toEqual({ objects, prefixes });
        expect(rawPage(xml)).toEqual({ xml, next: null });
      }),
    );
  });

  it('says how to go on', () => {
    const token = '<NextContinuationToken>a&amp;b&#x3c;&#62;</NextContinuationToken>';
    expect(rawPage(answer(`<IsTruncated>true</IsTruncated>${token}`)).next).toBe('a&b<>');
    expect(rawPage(answer(`<IsTruncated>false</IsTruncated>${token}`)).next).toBeNull();
  });

  it('leaves out keys that are not UTF-8, and takes no time that is none', () => {
    const xml = answer('<Contents><Key>%ff</Key></Contents><Contents><Key>k</Key><ETag>"e"</ETag></Contents>');
    expect(entriesIn(xml).objects).toEqual([{ key: 'k', etag: 'e', size: 0, modifiedMs: 0 }]);
  });

  it.each([
    ['half of one', answer('').slice(0, -9)],
    ['nothing', ''],
    ['one that goes on without saying how', answer('<IsTruncated>true</IsTruncated>')],
  ])('is not taken from %s', (_, xml) => {
    expect(() => rawPage(xml)).toThrow(expect.objectContaining({ name: 'NoAnswer' }));
  });
});
