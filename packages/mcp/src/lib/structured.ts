import type { Options } from '@dragoman/dialects/internal/options';
import type { Fields } from './messages.ts';

type Structured = Options['structured'];

/** True if a client is shown what typed answers hold: Codex declares it to scripts, and so does pi. */
export function listsTypes(structured: Structured, client: string): boolean {
  return structured === 'auto' ? client.startsWith('codex') || client === 'pi' : structured === 'on';
}

/**
 * True if a call is answered in types besides text. Codex shows a model that calls by itself the types alone, so only a
 * script gets them: Codex numbers its calls so.
 */
export function answersTyped(structured: Structured, client: string, meta: Fields): boolean {
  if (!listsTypes(structured, client)) return false;
  const { callId } = meta;
  return structured === 'on' || client === 'pi' || (typeof callId === 'string' && callId.startsWith('exec-'));
}
