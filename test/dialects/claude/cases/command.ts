import { treeSession } from './case.ts';

const FILES = { 'a.txt': 'one\ntwo\n', 'b.txt': 'one\nthree\n', 'sub/c.txt': 'x\n' };

export const commands = treeSession('Bash', FILES, [
  ['output', { command: 'cat a.txt' }],
  ['no output', { command: 'true' }],
  ['both streams', { command: 'echo out; echo err >&2' }],
  ['an exit code', { command: 'echo out; exit 3' }],
  ['an exit code without output', { command: 'exit 4' }],
  ['an error', { command: 'cat none.txt' }],
  ['an unknown command', { command: 'nosuchcommandhere 2>&-' }],
  ['grep without a match', { command: 'grep nothing a.txt' }],
  ['diff', { command: 'diff a.txt b.txt' }],
  ['test', { command: 'test -f none.txt' }],
  ['a pipe to grep', { command: 'cat a.txt | grep nothing' }],
  ['false', { command: 'false' }],
  ['leading blank lines', { command: "printf '\\n\\n  out\\n\\n'" }],
  ['trailing spaces', { command: "printf 'out  \\n  '" }],
  ['several lines', { command: 'echo one\necho two' }],
  ['a here document', { command: "cat <<'X'\n$HOME\nX" }],
  ['cd', { command: 'cd sub && pwd' }],
  ['where cd led', { command: 'cat c.txt' }],
  ['cd back', { command: 'cd .. && ls' }],
  ['cd outside', { command: 'cd /' }],
  ['after cd outside', { command: 'pwd' }],
  ['a description', { command: 'echo x', description: 'Say x' }],
  ['a time limit', { command: 'echo x', timeout: 5000 }],
  ['a changed file', { command: 'echo more >> a.txt' }],
  ['other scripts', { command: 'echo Grüße' }],
  ['too much output', { command: 'for i in $(seq 1 9000); do echo line $i; done' }],
  ['no command', {}],
]);
