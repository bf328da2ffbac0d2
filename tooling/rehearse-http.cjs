// Preloaded into a server over HTTP when it is run at the end of its build: asks what clients ask first, and ends it.
const { resolve } = require('node:path');

const messages = [
  { id: 2, method: 'tools/list' },
  { id: 3, method: 'tools/call', params: { name: 'Read', arguments: { file_path: resolve('package.json') } } },
];

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (text, ...rest) => {
  rehearse(String(text).trim()).then(
    () => process.exit(0),
    (error) => {
      process.stderr.write(`${error.stack}\n`);
      process.exit(1);
    },
  );
  return write(text, ...rest);
};

async function rehearse(url) {
  const clientInfo = { name: 'claude-code', version: '1' };
  const begin = {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  };
  const { headers } = await post(url, begin);
  for (const message of messages) await post(url, message, headers.get('mcp-session-id'));
}

async function post(url, message, session) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${process.env.REHEARSAL}`,
      ...(session && { 'mcp-session-id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return response;
}
