// Runs under Wine and starts programs there, as the tests ask for over a loopback connection: Node for Windows cannot use
// pipes and files that Wine passes on from Unix. Each line is a message; the field `id` says which process is meant.
const { spawn } = require('node:child_process');
const { connect } = require('node:net');
const { createInterface } = require('node:readline');

const socket = connect(Number(process.argv[2]), '127.0.0.1');
const children = new Map();
const tell = (message) => socket.write(`${JSON.stringify(message)}\n`);

const ACTIONS = {
  start({ id, args, cwd, env }) {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } });
    children.set(id, child);
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8').on('data', (text) => tell({ id, stream: name, text }));
    }
    child.stdin.on('error', () => undefined);
    child.on('error', ({ message }) => tell({ id, stream: 'stderr', text: message }));
    child.on('close', (code) => {
      children.delete(id);
      tell({ id, code });
    });
  },
  write: ({ id, text }) => children.get(id)?.stdin.write(text),
  end: ({ id }) => children.get(id)?.stdin.end(),
  kill: ({ id }) => children.get(id)?.kill(),
};

createInterface({ input: socket }).on('line', (line) => {
  const message = JSON.parse(line);
  ACTIONS[message.action](message);
});
socket.on('close', () => {
  for (const child of children.values()) child.kill();
  process.exit();
});
