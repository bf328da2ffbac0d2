// Opens every page of the built site in headless Chromium: no error in the console, nothing missing, and every link
// within the site leads to a page and a heading that are there. At the width of a phone and of a desk, no page scrolls
// sideways, and on the phone no text of a chart is too small to read. `--screenshots <dir>` keeps pictures of each page.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import puppeteer from 'puppeteer-core';

const { screenshots } = parseArgs({ options: { screenshots: { type: 'string' } } }).values;
const site = join(import.meta.dirname, '.vitepress', 'dist');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const widths = { phone: 390, desk: 1280 };
const LEAST_TEXT_PX = 11;
const problems = [];

const browsers = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];
const executablePath = process.env.CHROMIUM_PATH ?? browsers.find((file) => existsSync(file));
if (executablePath === undefined) throw new Error('No Chromium found: name one in CHROMIUM_PATH');

const server = createServer(serve).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await puppeteer.launch({
  executablePath,
  // Root, as in a container, has no sandbox; the pages are our own.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

try {
  const paths = pagesOf(site);
  const seen = new Map();
  for (const path of paths) seen.set(path, await visit(path));
  for (const [path, { links }] of seen) for (const link of links) checkLink(path, link, seen);
  if (paths.length < 10) problems.push(`only ${paths.length} pages were built`);
  console.log(`${paths.length} pages, ${problems.length} problems`);
} finally {
  await browser.close();
  server.close();
}

for (const problem of problems) console.error(`site: ${problem}`);
if (problems.length > 0) process.exitCode = 1;

function serve({ url }, response) {
  const path = decodeURIComponent(new URL(url, 'http://site').pathname);
  const file = join(site, path.endsWith('/') ? `${path}index.html` : path);
  try {
    const body = readFileSync(file);
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream').end(body);
  } catch {
    response.writeHead(404).end();
  }
}

function pagesOf(directory) {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && file !== '404.html')
    .map((file) => `/${file.replaceAll('\\', '/')}`);
}

/** The headings of a page and the links within the site; what goes wrong on the way is a problem. */
async function visit(path) {
  const page = await browser.newPage();
  await page.setViewport({ width: widths.desk, height: 1000 });
  const complain = (what) => problems.push(`${path}: ${what}`);
  page.on('console', (message) => ['error', 'warn'].includes(message.type()) && complain(message.text()));
  page.on('pageerror', (error) => complain(error.message));
  page.on('response', (response) => response.status() >= 400 && complain(`${response.status()} ${response.url()}`));
  await page.goto(origin + path, { waitUntil: 'networkidle0' });
  if ((await page.$eval('body', (body) => body.innerText.trim().length)) < 100) complain('shows next to nothing');
  for (const [screen, width] of Object.entries(widths)) {
    await page.setViewport({ width, height: 1000 });
    for (const what of await page.evaluate(unreadable, LEAST_TEXT_PX)) complain(`${what} on a ${screen}`);
    if (screenshots) await picture(page, `${path.slice(1).replaceAll('/', '-')}-${screen}`);
  }
  const found = await page.evaluate(() => ({
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    links: [...document.querySelectorAll('a[href]')].map(({ href }) => href),
  }));
  await page.close();
  return { ids: new Set(found.ids), links: found.links.filter((link) => link.startsWith(origin)) };
}

/** Runs in the page: what a reader could not see without scrolling sideways, or read at all. */
async function unreadable(leastTextPx) {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`scrolls sideways (${scrollWidth} of ${clientWidth} px)`] : [];
  for (const image of document.querySelectorAll('.vp-doc img')) {
    await image.decode();
    const text = await (await fetch(image.src)).text();
    if (!text.includes('<svg')) continue;
    const host = document.body.appendChild(document.createElement('div'));
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = text;
    const drawn = root.querySelector('svg');
    drawn.setAttribute('width', image.getBoundingClientRect().width);
    const { a: scale } = drawn.getScreenCTM();
    const sizes = [...root.querySelectorAll('text')].map((word) => Number.parseFloat(getComputedStyle(word).fontSize));
    const least = Math.min(...sizes) * scale;
    host.remove();
    if (least < leastTextPx) found.push(`text of ${least.toFixed(1)} px in "${image.alt}"`);
  }
  return found;
}

async function picture(page, name) {
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
}

function checkLink(from, link, seen) {
  const { pathname, hash } = new URL(link);
  const path = decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
  const target = seen.get(path);
  if (target === undefined) problems.push(`${from}: links to ${path}, which is not there`);
  else if (hash && !target.ids.has(decodeURIComponent(hash.slice(1)))) {
    problems.push(`${from}: links to ${path}${hash}, where no such heading is`);
  }
}
