import { type OpenDirectory, type OpenFile, ToolError } from '@dragoman/fs-core';

/** A file that changes while it is read is read again: this often at least, and for this long. */
const ATTEMPTS = 4;
const PATIENCE_MS = 100;

/**
 * Opens and reads until the file is the same before and after it, so that the outcome belongs to one state of the file.
 * @throws ToolError `CONFLICT` if it changes each time; as `open` and `read`
 */
export async function readAtRest<Node extends OpenFile | OpenDirectory, Outcome>(
  path: string,
  open: () => Promise<Node>,
  read: (node: Node) => Promise<Outcome>,
): Promise<Outcome> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let attempt = 0; attempt < ATTEMPTS || performance.now() < deadline; attempt++) {
    using node = await open();
    const isAtRest = async (): Promise<boolean> =>
      node.kind === 'directory' || node.identity.isSameState(await node.currentIdentity());
    try {
      const outcome = await read(node);
      if (await isAtRest()) return outcome;
    } catch (error) {
      if (await isAtRest()) throw error;
    }
  }
  throw new ToolError(
    { code: 'CONFLICT', problem: 'unstable', path },
    `Cannot read "${path}": it keeps changing meanwhile`,
  );
}
