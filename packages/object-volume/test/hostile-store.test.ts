import type { ServerResponse } from 'node:http';
import { casesToTest } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { connect } from '../src/lib/s3/connection.ts';
import { drip, listed, page, pour, type Responder, startHostileStore } from './hostile-store.ts';
import {
  asError,
  credentials,
  FACTS,
  list,
  over,
  readListed,
  readNamed,
  storeAnswered,
  withFile,
  write,
} from './over-hostile-store.ts';

const MB = 1024 ** 2;

describe('a list that goes on for ever', () => {
  it.each([
    ['with one token', () => 'a', 3],
    ['with tokens that come again', (count: number) => 'abc'[count % 3] ?? '', 5],
    ['with new tokens and nothing else', (count: number) => `t${count}`, 1100],
  ])('ends: %s', async (_, token, most) => {
    let count = 0;
    const answering: Responder = (_request, response) => response.end(page('', token(count++)));
    await over(answering, async (volume, hostile) => {
      expect(await list(volume).catch(asError)).toMatchObject(storeAnswered(/^with a list that/));
      expect(hostile.requests()).toBeLessThan(most + 2);
    });
  });

  const entries: readonly [string, (count: number) => string][] = [
    ['an entry a page', (count) => listed(`p/k${count}`)],
    ['keys that are none', () => '<Contents><Key>%ff</Key></Contents>'],
    ['the same key', () => listed('p/same')],
  ];

  it.each(casesToTest(entries, 1))('ends, too, where its pages hold %s', async (_, entry) => {
    let count = 0;
    const answering: Responder = (_request, response) => {
      count += 1;
      response.end(page(entry(count), `t${count}`));
    };
    await over(answering, async (volume, hostile) => {
      expect(await list(volume).catch(asError)).toMatchObject(
        storeAnswered('with a list that does not come to an end'),
      );
      expect(hostile.requests()).toBeLessThan(2500);
    });
  });

  it('is read to its end where its pages are short and their tokens differ', async () => {
    let count = 0;
    const answering: Responder = (_request, response) => {
      count += 1;
      response.end(page(count % 2 ? '' : listed(`p/k${count}`), count < 100 ? `t${count}` : null));
    };
    await over(answering, async (volume) => {
      using directory = await list(volume);
      expect(directory.kind === 'directory' && directory.entries()).toHaveLength(50);
    });
  });

  it('ends with its token where that is too long for a URL', async () => {
    const answering: Responder = (_request, response) => response.end(page('', 'x'.repeat(MB)));
    await over(answering, async (volume, hostile) => {
      expect(await list(volume).catch(asError)).toMatchObject(storeAnswered('with a list that cannot be read'));
      expect(hostile.requests()).toBe(1);
    });
  });
});

describe('a page of a list', () => {
  it.each([
    ['entries that do not end', '<Contents>'.repeat(400_000), 'with a list that cannot be read'],
    ['entries in entries that do not end', '<Contents><Key>'.repeat(250_000), 'with a list that cannot be read'],
    ['prefixes that do not end', '<CommonPrefixes>'.repeat(250_000), 'with a list that cannot be read'],
    ['keys of elsewhere', listed('q/f'), 'with a list of other keys than were asked for'],
    ['a prefix of elsewhere', '<CommonPrefixes><Prefix>q/</Prefix></CommonPrefixes>', /other keys/],
    ['a size below zero', listed('p/f', -1), 'with a size that is none'],
    ['a size that is no number', listed('p/f', 'NaN'), 'with a size that is none'],
    ['a size with a power', listed('p/f', '1e3'), 'with a size that is none'],
    ['a size in other digits', listed('p/f', '0x10'), 'with a size that is none'],
    ['a size beyond all numbers', listed('p/f', '9'.repeat(400)), 'with a size that is none'],
    ['an ETag that no header can have', listed('p/f', 5, 'a\u0007b'), 'with an ETag that is none'],
    ['an ETag without end', listed('p/f', 5, 'e'.repeat(MB)), 'with an ETag that is none'],
    ['more entries than any page holds', listed('p/f').repeat(20_000), 'with a list that cannot be read'],
    ['more than any page holds', listed('p/f').repeat(150_000), 'with more bytes than were asked for'],
  ])('is refused for %s', async (_, inside, reason) => {
    await over(
      (_request, response) => response.end(page(inside)),
      async (volume) => {
        const start = performance.now();
        expect(await list(volume).catch(asError)).toMatchObject(storeAnswered(reason));
        // Read letter by letter for each entry, the first took half an hour.
        expect(performance.now() - start).toBeLessThan(20_000);
      },
    );
  });

  it.each([
    ['a character beyond the last', 'p/&#x110000;'],
    ['a number beyond all', `p/&#${'9'.repeat(500)};`],
    ['half a pair', 'p/&#xD800;'],
    ['NUL', 'p/&#0;'],
    ['half of an encoding', 'p/%e0%a4'],
    ['a name without end', `p/${'n'.repeat(100_000)}`],
    ['a path without end', `p/${'d/'.repeat(400_000)}f`],
  ])('shows its other keys beside one with %s', async (_, key) => {
    const answering: Responder = (_request, response) => response.end(page(listed('p/f') + listed(key)));
    await over(answering, async (volume) => {
      await volume.prepare();
      using directory = await list(volume);
      expect(directory.kind === 'directory' && directory.entries().map(({ name }) => name)).toEqual(['f']);
    });
  });

  it('may hold keys twice and in any order', async () => {
    const inside = ['p/f', 'p/b/x', 'p/a', 'p/f', 'p/b'].map((key) => listed(key)).join('');
    await over(
      (_request, response) => response.end(page(inside)),
      async (volume) => {
        using directory = await list(volume);
        const names = directory.kind === 'directory' ? directory.entries().map(({ name }) => name) : [];
        expect(names.sort()).toEqual(['a', 'b', 'f']);
      },
    );
  });

  it('may not make more directories than its objects account for', async () => {
    const deep = Array.from({ length: 3000 }, (_, index) => listed(`p/${index}/${'d/'.repeat(490)}f`)).join('');
    await over(
      (_request, response) => response.end(page(deep)),
      async (volume) => {
        expect(await list(volume).catch(asError)).toMatchObject({ failure: { problem: 'too-many-objects' } });
      },
    );
  });
});

describe('content', () => {
  const ranged = (response: ServerResponse, range: string, body: string | number): void => {
    response.writeHead(206, { ...FACTS, 'content-range': range });
    if (typeof body === 'number') pour(response, body);
    else response.end(body);
  };

  it.each<[string, (response: ServerResponse) => void]>([
    ['a gigabyte and a half', (response) => pour(response.writeHead(200, FACTS), 1500 * MB)],
    [
      'that of which it tells the length',
      (response) => {
        pour(response.writeHead(200, { ...FACTS, 'content-length': 1500 * MB }), 1500 * MB);
      },
    ],
    ['content without end', (response) => pour(response.writeHead(200, FACTS))],
    ['as a part of five bytes', (response) => ranged(response, 'bytes 0-4/5', 1500 * MB)],
    ['as an error', (response) => pour(response.writeHead(418, FACTS))],
  ])('of five bytes is not taken as %s', async (_, answer) => {
    await over(withFile(answer), async (volume, hostile) => {
      const before = process.memoryUsage.rss();
      for (const read of [readListed, readNamed])
        expect(await read(volume).catch(asError)).toMatchObject(storeAnswered(/^with more bytes|^418/));
      expect(process.memoryUsage.rss() - before).toBeLessThan(300 * MB);
      expect(hostile.requests()).toBeLessThan(20);
    });
  });

  it.each([
    ['another part', 'bytes 1-5/6', 'hello'],
    ['a part that is shorter than it says', 'bytes 0-4/5', 'hi'],
    ['a part that is longer than it says', 'bytes 0-4/5', 'hello world'],
    ['less than there is', 'bytes 0-2/5', 'hel'],
    ['a part of what is endless', 'bytes 0-4/*', 'hello'],
    ['a size beyond all numbers', `bytes 0-4/${'9'.repeat(30)}`, 'hello'],
    ['a size below zero', 'bytes 0-4/-5', 'hello'],
    ['words', 'bytes some', 'hello'],
  ])('is not taken from %s', async (_, range, body) => {
    await over(
      withFile((response) => ranged(response, range, body)),
      async (volume) => {
        for (const read of [readListed, readNamed])
          expect(await read(volume).catch(asError)).toMatchObject(
            storeAnswered('with other bytes than were asked for'),
          );
      },
    );
  });

  it('is refused where the list tells another size of the same state', async () => {
    await over(
      withFile((response) => response.writeHead(200, FACTS).end('x'.repeat(MB))),
      async (volume) => {
        const reason = `with ${MB} bytes for what it had said to be 5`;
        expect(await readListed(volume).catch(asError)).toMatchObject(storeAnswered(reason));
      },
    );
  });

  it.each<[string, (response: ServerResponse) => void, string | RegExp]>([
    ['a redirect', (response) => response.writeHead(307, { location: '/b/p/f' }).end(), /^307 /],
    ['no ETag', (response) => response.writeHead(200).end('hello'), 'without an ETag'],
    ['an ETag without end', (response) => response.writeHead(200, { etag: 'e'.repeat(5000) }).end(), /ETag/],
  ])('is not taken from %s', async (_, answer, reason) => {
    await over(withFile(answer), async (volume, hostile) => {
      expect(await readNamed(volume).catch(asError)).toMatchObject(storeAnswered(reason));
      expect(hostile.requests()).toBeLessThan(3);
    });
  });
});

it('objects that all have grown since they were listed do not fill the memory', async () => {
  const [SIZE, COUNT] = [8 * MB, 24];
  const entries = Array.from({ length: COUNT }, (_, index) => listed(`p/f${index}`)).join('');
  const held: (() => void)[] = [];
  let most = 0;
  let release = setTimeout(() => undefined);
  const answering: Responder = ({ url = '', headers: { range = '' } }, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    if (from === undefined) return void response.end(page(url.includes('list-type') ? entries : ''));
    const end = Math.min(Number(to), SIZE - 1);
    const bytes = end + 1 - Number(from);
    const facts = { ...FACTS, etag: '"grown"', 'content-length': bytes };
    const answer = () =>
      pour(response.writeHead(206, { ...facts, 'content-range': `bytes ${from}-${end}/${SIZE}` }), bytes);
    if (from === '0') return answer();
    held.push(answer);
    most = Math.max(most, held.length * bytes);
    // As many as come at once are answered at once.
    clearTimeout(release);
    release = setTimeout(() => {
      for (const each of held.splice(0)) each();
    }, 200);
  };
  await over(answering, async (volume) => {
    using directory = await volume.open('/data', { for: 'tree' });
    if (directory.kind !== 'directory') throw new Error('No directory');
    using copied = await directory.localTree();
    expect(copied.missing).toBe(0);
  });
  expect(most).toBeGreaterThan(SIZE);
  expect(most).toBeLessThan(70 * MB);
});

it('an answer that drips for ever is given up in time', async () => {
  await using hostile = await startHostileStore((_request, response) => drip(response.writeHead(200)));
  const { endpoint } = hostile;
  using connection = await connect({ bucket: 'b', endpoint, pathStyle: true, credentials, timeoutMs: 200 });
  const answer = connection.send({ operation: 'GetObject', method: 'GET', key: 'k' });
  await expect(answer).rejects.toMatchObject({ name: 'NoAnswer', message: 'no answer in 200 ms' });
});

describe('a write', () => {
  it('counts whose answer goes on without end, since its headers tell that it was made', async () => {
    await using hostile = await startHostileStore((_request, response) => pour(response.writeHead(200, FACTS)));
    expect(await write(hostile)).toBe('e');
    expect(hostile.requests()).toBe(1);
  });

  it('of unknown outcome says so where the store tells no ETag', async () => {
    await using hostile = await startHostileStore((_request, response) => response.writeHead(200).end());
    expect(await write(hostile).catch(asError)).toMatchObject({ failure: { outcome: 'unknown' } });
  });
});
