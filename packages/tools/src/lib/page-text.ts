import type { PagerSettings } from '@dragoman/shell/internal/shell';

/** Shows a text in a pager, which has the terminal until it ends. Returns whether it could be started. */
export async function pageText(text: string, paging: PagerSettings): Promise<boolean> {
  // What starts programs takes long to load, and most output is not paged.
  const shell = await import('@dragoman/shell/internal/shell');
  return shell.pageText(text, paging);
}
