import type { Measurement } from '../measure/measure.ts';
import { chart } from './chart.ts';
import { figureText } from './figure.ts';
import { headlineRow, headlinesOf } from './headlines.ts';
import { measurementsOf, type ResultGroup, type Results } from './results.ts';

const CHART = 'images/benchmarks.svg';

/** The page, its chart and its results, by path below `docs`. */
export function reportFiles(results: Results): Record<string, string> {
  return {
    'benchmarks.md': page(results),
    [CHART]: chart(headlinesOf(measurementsOf(results))),
    'benchmarks.json': `${JSON.stringify(results, null, 2)}\n`,
  };
}

function page(results: Results): string {
  const rows = headlinesOf(measurementsOf(results)).map(headlineRow);
  return `# Benchmarks

<!-- Written by \`pnpm bench --publish\`; edit what it writes in \`bench/src/report\`. -->

| Dragoman … | Dragoman | the other |
| --- | --- | --- |
${rows.join('\n')}

![Dragoman beside other programs](${CHART})

All figures are medians of one run on one machine: ${results.machine}. Absolute
times differ from machine to machine and from day to day; the ratios below are what to compare.

${results.groups.map(groupSection).join('\n')}
## Method

- Each row is the same work on the same files, done by Dragoman and by the program in the second column. Where both
  answer or change files, the results are compared before anything is timed.
- Both sides are sampled in turn within one run, each as often first as second, so that a disturbance of the machine
  affects both. The ratio is the median of the ratios pair by pair; in brackets stands the middle half of them. Below 1,
  Dragoman is faster or smaller.
- CPU is the processor time of the server on all its threads; memory is the most that it had resident.
- The official filesystem server is \`@modelcontextprotocol/server-filesystem\`, run as its users run it. It never waits
  for the disk. Dragoman does, unless a row says \`--no-fsync\`, so that a crash loses nothing that was reported as written.
- A session is a server's whole life on 20 files of 150 KB: start, \`tools/list\`, then 50 ranges of 100 lines, 10 whole
  files, 20 edits, 10 new files and 10 listings. The rows "after thirty calls" time ten calls in the middle of such a
  session, before V8 has compiled the code that they run.
- Over HTTP, Dragoman checks a token and reads ten lines of a file; the SDK's handler does nothing and asks for no token.
- The first samples do not count. Reads of ten lines are made 1,500 times before, until V8 has compiled their code.
- The object store is Ceph's gateway on the same machine, without any delay of a network.

\`npx -y pnpm@12.4.2 bench\` measures all rows, \`bench session HTTP\` those with these words in their names.
\`--json <file>\` keeps the results, and \`--against <file>\` fails if a ratio grew by over 15 % since, and by more than the
samples differ. Without \`--against\`, a run fails if a row misses its target (\`targets\` in \`bench/src/rows\`). Either way,
such a row is measured a second time, and counts if it fails again. \`--publish\` writes this page, its chart and
\`docs/benchmarks.json\`; with \`--from <file>\` nothing is measured. The rows of the object store need Ceph and root, and are
left out elsewhere, as are CPU and memory outside of Linux.
`;
}

function groupSection({ title, measurements }: ResultGroup): string {
  return `## ${title}

| work | compared with | figure | ratio | Dragoman | the other |
| --- | --- | --- | --- | --- | --- |
${measurements.map(measurementRow).join('\n')}
`;
}

function measurementRow({ name, against, figure, ratio, spread, subject, reference }: Measurement): string {
  const [low, high] = spread.map((value) => value.toFixed(2));
  const figures = [figureText(subject, figure), figureText(reference, figure)];
  return `| ${[name, against, figure, `${ratio.toFixed(2)} (${low}–${high})`, ...figures].join(' | ')} |`;
}
