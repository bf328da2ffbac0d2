import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { DIALECTS } from '../dialect-names.mjs';
import { repositoryLinks } from './repository-links.ts';

// Those with a public door: `./internal/*`, which is for our own packages, has no pages.
const packages = [
  'dialects',
  'tools',
  'outcomes',
  'formatters',
  'fs-core',
  'overlay',
  'object-volume',
  'patterns',
  'patch',
];

export default defineConfig({
  title: 'Dragoman',
  description: 'One file engine, every model’s tool dialect',
  // Where the site lives under its host, as `/name/`.
  base: process.env.DOCS_BASE ?? '/',
  cleanUrls: false,
  srcExclude: ['**/README.md', 'requirements/**'],
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${process.env.DOCS_BASE ?? '/'}icon.svg` }]],
  markdown: { config: (markdown) => markdown.use(repositoryLinks, process.env.GITHUB_REPOSITORY) },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/start' },
      { text: 'Tools', link: '/dialects' },
      { text: 'API', link: '/api/dialects/' },
    ],
    sidebar: [
      {
        text: 'Guide',
        items: [
          { text: 'Start', link: '/start' },
          { text: 'Clients', link: '/clients' },
          { text: 'Coming from the official server', link: '/official-server' },
          { text: 'In place of the SDK’s agent toolset', link: '/agent-toolset' },
          { text: 'Serving a team', link: '/serving' },
          { text: 'Where the server runs', link: '/where-to-run' },
          { text: 'Undo', link: '/undo' },
          { text: 'Trying first', link: '/overlay' },
          { text: 'Large trees', link: '/indexed-search' },
          { text: 'Troubleshooting', link: '/troubleshooting' },
          { text: 'Embedding', link: '/embedding' },
          { text: 'Architecture', link: '/architecture' },
          { text: 'Why there is so much', link: '/why-so-much' },
          { text: 'Module state', link: '/module-state' },
          { text: 'Beyond one machine', link: '/cluster' },
          { text: 'Object stores', link: '/object-stores' },
          { text: 'Security', link: '/security' },
          { text: 'Windows', link: '/windows' },
          { text: 'Performance', link: '/performance' },
          { text: 'Benchmarks', link: '/benchmarks' },
          { text: 'Patches', link: '/patches' },
          { text: 'Glossary', link: '/glossary' },
          { text: 'Contributing', link: '/contributing' },
        ],
      },
      {
        text: 'Tools',
        items: [
          { text: 'Dialects', link: '/dialects' },
          ...DIALECTS.map((name) => ({ text: name, link: `/tools/${name}` })),
        ],
      },
      { text: 'Decisions', collapsed: true, items: pagesOf('decisions') },
      { text: 'Public API', items: packages.map((name) => ({ text: `@dragoman/${name}`, link: `/api/${name}/` })) },
    ],
  },
});

/** The pages of a folder, in the order of their names, by their headings. */
function pagesOf(folder: string) {
  const home = join(import.meta.dirname, '..', folder);
  return readdirSync(home)
    .toSorted()
    .map((file) => {
      const [, heading = file] = /^# (.+)$/m.exec(readFileSync(join(home, file), 'utf8')) ?? [];
      return { text: heading, link: `/${folder}/${file.replace(/\.md$/, '')}` };
    });
}
