import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { removeSocketFile } from '@dragoman/fs-core/internal/host';
import { type ListenAddress, spelledHost } from '../options/listen-address.ts';

/** Addresses of a server that listens. */
export interface ListenUrls {
  /** URL for people and programs that start the server. */
  readonly url: string;
  /** URL for clients on this machine. */
  readonly localUrl: URL;
}

/** @throws Error with one line for a person in a terminal */
export async function listen(server: Server, address: ListenAddress, path: string): Promise<ListenUrls> {
  if (address.kind === 'unix') {
    await listenOnSocket(server, address.path);
    return { url: `http://unix:${address.path}:${path}`, localUrl: new URL(path, 'http://localhost') };
  }
  const { host, port } = address;
  await listening(server, () => server.listen({ host, port }), `${spelledHost(host)}:${port}`);
  const bound = server.address();
  const taken = typeof bound === 'object' && bound !== null ? bound.port : port;
  const localUrl = new URL(path, `http://${spelledHost(host)}:${taken}`);
  return { url: localUrl.href, localUrl };
}

/** Only this user may connect. A socket that a killed server has left is removed. */
async function listenOnSocket(server: Server, path: string): Promise<void> {
  if (!(await answers(path))) removeSocketFile(path);
  const mask = process.umask(0o177);
  try {
    await listening(server, () => server.listen({ path }), `unix:${path}`);
  } finally {
    process.umask(mask);
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const done = (isThere: boolean) => (): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.on('connect', done(true)).on('error', done(false));
  });
}

async function listening(server: Server, begin: () => unknown, spelled: string): Promise<void> {
  try {
    const begun = once(server, 'listening');
    begin();
    await begun;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot listen on ${spelled}: ${reason}`, { cause: error });
  }
}
