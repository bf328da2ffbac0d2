import type { ToolResult } from '@dragoman/dialects';

/** Whether a result is that of a search that found nothing. */
export function foundNothing({ _meta }: ToolResult): boolean {
  const facts = _meta['dragoman/outcome'];
  switch (facts?.kind) {
    case 'grep':
      return facts.matches === 0;
    case 'glob':
      return facts.total === 0;
    case 'matches':
    case 'files':
      return facts.shown === 0;
    default:
      return false;
  }
}
