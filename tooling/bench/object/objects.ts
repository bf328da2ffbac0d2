import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { type Gateway, startGateway } from '../../../packages/testing/src/s3/start-gateway.ts';
import type { Scope } from '../scenario.ts';
import { type Ask, bareRequests } from './bare-requests.ts';
import { delayingLine } from './delaying-line.ts';

export const BUCKET = 'bench';
/** In one of a hundred objects. */
export const NEEDLE = 'needle';
const NEEDLE_EVERY = 100;
const PER_DIRECTORY = 100;

/** How many objects there are in one prefix, and of how many bytes each. */
export const SIZES = { 10000: 5000, 100000: 500 } as const;
export type Count = keyof typeof SIZES;

export function prefixOf(count: Count): string {
  return `of-${count}`;
}

export function needlesIn(count: Count): number {
  return count / NEEDLE_EVERY;
}

/** The objects of a prefix. */
export function* objectsOf(count: Count): Generator<{ readonly path: string; readonly bytes: Buffer }> {
  for (let index = 0; index < count; index += 1) {
    const path = `d${Math.floor(index / PER_DIRECTORY)}/f${index}.txt`;
    const first = `${index}${index % NEEDLE_EVERY === 0 ? ` ${NEEDLE}` : ''}\n`;
    yield { path, bytes: Buffer.from(first.padEnd(SIZES[count] - 1, 'lorem ipsum\n').concat('\n')) };
  }
}

let gateway: Promise<Gateway> | undefined;
const filled = new Set<Count>();

/** A store of this machine, started once; `DRAGOMAN_TEST_S3` names one that runs already. */
function theGateway(): Promise<Gateway> {
  const { DRAGOMAN_TEST_S3: given } = process.env;
  // The bundle of this file lies in a directory beside that of its source.
  const script = join(import.meta.dirname, '../../../packages/testing/src/s3/s3-up.sh');
  gateway ??= given
    ? Promise.resolve({ endpoint: given, [Symbol.asyncDispose]: async () => undefined })
    : startGateway(script);
  return gateway;
}

/** Ends the store, if one was started. */
export async function endGateway(): Promise<void> {
  await (await gateway)?.[Symbol.asyncDispose]();
}

/** Where a store with so many objects is reached, each request so much later. */
export async function storeWith(count: Count, delayMs: number, scope: Scope): Promise<string> {
  const { endpoint } = await theGateway();
  if (!filled.has(count)) await fill(bareRequests(endpoint), count);
  filled.add(count);
  return delayMs === 0 ? endpoint : scope.use(await delayingLine(endpoint, delayMs)).endpoint;
}

async function fill(ask: Ask, count: Count): Promise<void> {
  await ask('PUT', BUCKET);
  await eachAtOnce(objectsOf(count), async ({ path, bytes }) => {
    const { status } = await ask('PUT', `${BUCKET}/${prefixOf(count)}/${path}`, { body: bytes });
    if (status !== 200) throw new Error(`The store answered ${status}`);
  });
}

const AT_ONCE = 64;

export async function eachAtOnce<Item>(items: Iterable<Item>, act: (item: Item) => Promise<unknown>): Promise<void> {
  const left = items[Symbol.iterator]();
  const next = async (): Promise<void> => {
    for (let item = left.next(); item.done !== true; item = left.next()) await act(item.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** The objects as files of this machine. */
export function localCopy({ directory }: Scope, count: Count): string {
  const root = join(directory, 'copy');
  for (const { path, bytes } of objectsOf(count)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  }
  return root;
}
