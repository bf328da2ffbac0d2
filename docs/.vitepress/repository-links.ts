import { posix } from 'node:path';
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';

/**
 * Pages link to files of the repository beside them, as readers there expect. On the site such a link leads to the
 * repository's host, `repository` being `owner/name`; where that is unknown its text stands alone.
 */
export function repositoryLinks(markdown: MarkdownRenderer, repository: string | undefined): void {
  // Before VitePress looks at links, so that it finds no dead ones.
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      const dropped: boolean[] = [];
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = onTheSite(token.attrGet('href') ?? '', env, repository);
          dropped.push(href === null);
          if (href !== null) token.attrSet('href', href);
        }
        const isDropped = token.type.startsWith('link_') && dropped.at(-1);
        if (token.type === 'link_close') dropped.pop();
        if (isDropped) Object.assign(token, { type: 'text', content: '', tag: '', nesting: 0 });
      }
    }
  });
}

/** Target of a link on the site; null where there is none. */
function onTheSite(href: string, env: MarkdownEnv, repository: string | undefined): string | null {
  if (/^([a-z]+:|[/#])/i.test(href)) return href;
  const page = posix.dirname(posix.join('docs', env.relativePath));
  const target = posix.join(String(env.frontmatter?.linksFrom ?? page), href);
  if (target.startsWith('docs/')) return `./${posix.relative(page, target)}`;
  return repository === undefined ? null : `https://github.com/${repository}/blob/HEAD/${target}`;
}
