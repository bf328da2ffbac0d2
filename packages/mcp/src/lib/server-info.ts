import type { Fields } from './messages.ts';

/** Key in `_meta` under which each result of the revisions without a handshake names the server. */
export const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#7c5cd6"/><path d="M8 8h7a8 8 0 0 1 0 16H8z" fill="none" stroke="#fff" stroke-width="2.6" stroke-linejoin="round"/><path d="M13 13l3 3-3 3" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** The server as each result names it. */
export function serverInfo(version: string): Fields {
  return { name: 'dragoman', title: 'Dragoman', version };
}

/** The server as it introduces itself. */
export function introduction(version: string): Fields {
  const src = `data:image/svg+xml;base64,${Buffer.from(ICON).toString('base64')}`;
  return {
    ...serverInfo(version),
    websiteUrl: 'https://www.npmjs.com/package/dragoman',
    icons: [{ src, mimeType: 'image/svg+xml', sizes: ['any'] }],
  };
}
