import { join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { S3_CREDENTIALS } from '../../../packages/testing/src/s3/s3-endpoint.ts';
import { type Gateway, startGateway } from '../../../packages/testing/src/s3/start-gateway.ts';
import { KB, sourceText } from '../inputs.ts';
import type { Scenario, Scope } from '../measure/scenario.ts';
import { MCP_STDIO, STORE_SCRIPT } from '../paths.ts';
import { type PipeClient, startServer } from '../servers/pipe-client.ts';
import { initialized, shownText } from '../servers/stdio-servers.ts';
import { between, toolWork, type WorkOpener } from './work.ts';

const BUCKET = 'bench';
const OBJECTS = 2_000;
const PER_DIRECTORY = 100;

let gateway: Promise<Gateway> | undefined;

/** A store of this machine, started and filled once. */
function openStore(): Promise<Gateway> {
  gateway ??= startFilled();
  return gateway;
}

/** Ends the store, if one was started. */
export async function closeStore(): Promise<void> {
  await (await gateway?.catch(() => undefined))?.[Symbol.asyncDispose]();
}

function s3Client({ endpoint }: Gateway): S3Client {
  return new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: S3_CREDENTIALS });
}

async function startFilled(): Promise<Gateway> {
  const store = await startGateway(STORE_SCRIPT);
  const client = s3Client(store);
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  const Body = 'lorem ipsum\n'.repeat(400);
  const put = (index: number): Promise<unknown> => {
    const Key = `d${Math.floor(index / PER_DIRECTORY)}/f${index}.txt`;
    return client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
  };
  for (let first = 0; first < OBJECTS; first += PER_DIRECTORY / 2) {
    await Promise.all(Array.from({ length: PER_DIRECTORY / 2 }, (_, at) => put(first + at)));
  }
  return store;
}

/** The built server over the objects. */
async function startOverStore({ directory }: Scope): Promise<PipeClient> {
  const { endpoint } = await openStore();
  const volume = ['--volume', `/data=s3://${BUCKET}`, '--s3-endpoint', endpoint, '--s3-path-style'];
  const files = ['--dialect', 'editor', '--max-results', '2000', '--cache-dir', join(directory, 'cache')];
  const env = { AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId, AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey };
  return initialized(startServer([MCP_STDIO, ...volume, ...files, '--log-level', 'error'], env));
}

const sdk =
  (use: (client: S3Client) => Promise<string>): WorkOpener =>
  async () => {
    const client = s3Client(await openStore());
    return () => use(client);
  };

const tool =
  (...call: Parameters<typeof toolWork>[2]): WorkOpener =>
  (scope) =>
    toolWork(scope, startOverStore(scope), call);

const ONE = { Bucket: BUCKET, Key: 'd0/f1.txt' };
const getOne = sdk(async (client) => {
  const { Body } = await client.send(new GetObjectCommand(ONE));
  return (await Body?.transformToString()) ?? '';
});

const TEXT = sourceText(96 * KB);
const put = sdk((client) =>
  client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'sdk.txt', Body: TEXT })).then(String),
);

const list = sdk(async (client) => {
  const keys = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: BUCKET, Prefix: 'd' })) {
    keys.push(...Contents.map(({ Key }) => Key));
  }
  return keys.join('\n');
});

const obstacle = (): Promise<string | null> => openStore().then(() => null, String);
const inStore = { rounds: 15, warmUps: 3, obstacle } as const;

export const objects: readonly Scenario[] = [
  {
    ...{ name: 'object store: show a file of 5 KB again', against: "a GET by Amazon's SDK", targets: { time: 1 } },
    ...between({ reference: getOne, subject: tool('view', { path: ONE.Key }), outcome: shownText, times: 20 }),
    ...inStore,
  },
  {
    ...{ name: 'object store: write 96 KB', against: "a PUT by Amazon's SDK", targets: { time: 2 } },
    ...between({
      reference: put,
      subject: tool('create_file', (run) => ({ path: 'written.txt', content: `${TEXT}${run}` })),
      ...{ outcome: () => '', times: 20 },
    }),
    ...inStore,
  },
  {
    ...{ name: 'object store: find 2,000 objects by name', against: "LISTs by Amazon's SDK", targets: { time: 2 } },
    ...between({
      ...{ reference: list, subject: tool('glob', { pattern: 'd*/*.txt' }) },
      outcome: (output) => (output.match(/d\d+\/f\d+\.txt/g) ?? []).sort().join('\n'),
    }),
    ...inStore,
  },
];
