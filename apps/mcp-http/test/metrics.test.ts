import { writeFileSync } from 'node:fs';
import { openTree, S3_CREDENTIALS } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import {
  BUCKET,
  endpoint,
  freshPrefix,
  plant,
  reason,
  testStore,
} from '../../../packages/object-volume/test/test-store.ts';
import { type HttpProcess, startOwned, OWNER_TOKEN as token } from './http-process.ts';
import { modern, sendModern } from './messages.ts';

const call = (server: HttpProcess, name: string, args: object) =>
  sendModern(server.url, modern('tools/call', { name, arguments: args }), { token });

async function metricsOf({ log }: HttpProcess): Promise<string> {
  return (await fetch(/"url":"([^"]+)"/.exec(log)?.[1] ?? '')).text();
}

describe('metrics', () => {
  it('tell of files that others have changed, of who was not let in, and of bytes', async () => {
    await using tree = await openTree({ 'a.txt': 'one\n' });
    const path = tree.path('a.txt');
    await using server = await startOwned(['--workdir', tree.root, '--metrics', '127.0.0.1:0']);
    await call(server, 'Read', { file_path: path });
    writeFileSync(path, 'changed by another\n');
    const { body } = await call(server, 'Edit', { file_path: path, old_string: 'one', new_string: 'won' });
    expect(body.result._meta['dragoman/error'].code).toBe('STALE_READ');
    await call(server, 'Write', { file_path: tree.path('b.txt'), content: 'x'.repeat(500) });
    await sendModern(server.url, modern('tools/list'));
    await sendModern(server.url, modern('tools/list'), { token: 'wrong' });
    const text = await metricsOf(server);
    expect(text).toContain('dragoman_conflicts_total{volume="local"} 1\n');
    expect(text).toContain('dragoman_auth_refused_total{reason="no_token"} 1\n');
    expect(text).toContain('dragoman_auth_refused_total{reason="invalid_token"} 1\n');
    expect(Number(/^dragoman_bytes_written_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(500);
    expect(Number(/^dragoman_bytes_read_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
    expect(Number(/^dragoman_event_loop_delay_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
    expect(text).not.toContain(tree.root);
  });

  it.skipIf(reason !== '')(`tell what stores were asked, by what they answered${reason}`, async () => {
    await using tree = await openTree();
    const store = await testStore();
    const prefix = freshPrefix();
    await plant(store, prefix, { 'a.txt': 'one\n' });
    const volume = ['--volume', `/data=s3://${BUCKET}/${prefix}`, '--s3-endpoint', endpoint, '--s3-path-style'];
    const { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } = S3_CREDENTIALS;
    const env = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_EC2_METADATA_DISABLED: 'true', HOME: tree.root };
    const args = [...volume, '--cache-dir', tree.path('cache'), '--metrics', '127.0.0.1:0'];
    await using server = await startOwned(args, env);
    await using other = await startOwned(args, env);
    expect((await call(server, 'Read', { file_path: '/data/a.txt' })).body.result.isError).toBeUndefined();
    const edit = (old_string: string, new_string: string) => ({ file_path: '/data/a.txt', old_string, new_string });
    await call(other, 'Read', { file_path: '/data/a.txt' });
    expect((await call(other, 'Edit', edit('one', 'changed'))).body.result.isError).toBeUndefined();
    expect((await call(server, 'Edit', edit('one', 'won'))).body.result._meta['dragoman/error'].code).toBe(
      'STALE_READ',
    );
    const text = await metricsOf(server);
    expect(text).toMatch(/^dragoman_store_requests_total\{operation="\w+",status="200"\} [1-9]/m);
    expect(text).toContain(`dragoman_conflicts_total{volume="s3://${BUCKET}"} 1\n`);
  });
});
