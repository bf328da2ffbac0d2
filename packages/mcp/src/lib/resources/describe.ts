import { moreEntries, printableName } from '@dragoman/formatters/internal/pieces';
import type { Child, ResourceOutcome } from '@dragoman/tools/internal/resources';
import { mimeTypeByName } from './mime-type.ts';
import { uriOf } from './resource-uri.ts';

const DIRECTORY = 'inode/directory';

const SPECIAL: Readonly<Record<string, string>> = {
  'named pipe': 'inode/fifo',
  socket: 'inode/socket',
  device: 'inode/chardevice',
};

/** A tree as clients list it. */
export function describeTree(path: string): object {
  const name = path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
  return { uri: uriOf(path), name: printableName(name), title: printableName(path), mimeType: DIRECTORY };
}

/** An entry of a directory as clients list it. */
export function describeChild(directory: string, child: Child): object {
  const named = { uri: uriOf(below(directory, child.name)), name: printableName(child.name) };
  switch (child.kind) {
    case 'link':
      return { ...named, mimeType: 'inode/symlink' };
    case 'special':
      return { ...named, mimeType: SPECIAL[child.is ?? ''] ?? 'inode/special' };
    case 'directory':
      return { ...named, mimeType: DIRECTORY, ...modified(child) };
    case 'file': {
      const mimeType = mimeTypeByName(child.name);
      return { ...named, ...(mimeType !== null && { mimeType }), size: child.size, ...modified(child) };
    }
  }
}

function below(directory: string, name: string): string {
  return /[\\/]$/.test(directory) ? directory + name : `${directory}/${name}`;
}

/** Some file systems keep no time. */
function modified({ modifiedMs }: Extract<Child, { readonly modifiedMs: number }>) {
  return modifiedMs > 0 && { annotations: { lastModified: new Date(modifiedMs).toISOString() } };
}

/** The result of reading a resource. */
export function contentsOf(uri: string, outcome: ResourceOutcome): object {
  const _meta = { 'dragoman/outcome': factsOf(outcome) };
  return { contents: [{ uri, ...contentOf(outcome), _meta }], _meta };
}

function contentOf(outcome: ResourceOutcome): object {
  switch (outcome.kind) {
    case 'text':
      return { mimeType: mimeTypeByName(outcome.realPath) ?? 'text/plain', text: outcome.text };
    case 'data':
      return { mimeType: outcome.mimeType, blob: Buffer.from(outcome.data).toString('base64') };
    case 'directory':
      return { mimeType: DIRECTORY, text: namesOf(outcome).join('\n') };
  }
}

function namesOf({ children, left }: Extract<ResourceOutcome, { readonly kind: 'directory' }>): readonly string[] {
  const names = children.map(({ kind, name }) => printableName(name) + (kind === 'directory' ? '/' : ''));
  return left === 0 ? names : [...names, moreEntries(left)];
}

function factsOf(outcome: ResourceOutcome): object {
  if (outcome.kind === 'directory') return { kind: 'resource' };
  const { version } = outcome;
  if (outcome.kind === 'data') return { kind: 'resource', version };
  const { encoding, totalLines, startLine, endLine } = outcome;
  return { kind: 'resource', version, encoding, ...(totalLines !== null && { totalLines }), startLine, endLine };
}
