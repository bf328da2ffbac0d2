import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

const TASK_ID = /^[0-9a-f]{4}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A name for a background command. It begins with four characters of the server's own, which tell servers apart. */
export function newTaskId(): string {
  const server = createHash('sha256').update(`${hostname()} ${process.pid}`).digest('hex').slice(0, 4);
  return `${server}-${randomUUID()}`;
}

/** True if a text is such a name, of whichever server. */
export function isTaskId(text: string): boolean {
  return TASK_ID.test(text);
}
