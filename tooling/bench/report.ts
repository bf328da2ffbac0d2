import { figure } from './figure.ts';
import type { Growth } from './growth.ts';
import { growthChart } from './growth-chart.ts';
import type { Measurement } from './measure.ts';
import { PARTS, profileRow } from './profile.ts';
import { ratioChart } from './ratio-chart.ts';
import { measurementsOf, type Results } from './results.ts';
import { sizeText } from './size-text.ts';
import type { TaskResult } from './tasks.ts';
import { wayRow } from './way-row.ts';

/** The page and its charts, by path below `docs`. */
export function report(results: Results): Record<string, string> {
  const { groups, growths } = results;
  return {
    'benchmarks.md': page(results),
    ...Object.fromEntries(
      groups.map(({ title, measurements }) => [chartOf(title), ratioChart(title, measurements)] as const),
    ),
    ...Object.fromEntries(growths.map((growth) => [chartOf(growth.id), growthChart(growth)] as const)),
  };
}

/** The page of what was measured on file systems of several machines. */
export function sharedMountsPage({ machine, groups }: Results): string {
  return `# Benchmarks beyond one machine

<!-- Written by \`pnpm bench --cluster\`; edit what it writes in \`tooling/bench\`. -->

Each row is a subject beside a reference, sampled in turn in one run; the ratio is the median of the ratios pair by pair, in
brackets the middle half of them. Each file system runs on the machine that measures, with one mount for each of two
servers. Before edits are timed, two servers, one on each mount, add 400 lines to one file: a lost one would end the run.

Of ten lines again, a mount asks for more than a disk does: no descriptor stays open between calls there, so each look is a
LOOKUP, an OPEN and a FLUSH that the file system answers, while on a disk the file is still open from the last time.

Run it as root: \`npx -y pnpm@12.4.2 bench --cluster\`.

${machineTable(machine)}

${groups.map(({ title, measurements }) => `## ${title}\n\n${measurementTable(measurements)}`).join('\n')}`;
}

/** The page of what is measured of the server over HTTP. */
export function httpPage({ machine, groups }: Results): string {
  return `# Benchmarks over HTTP

<!-- Written by \`pnpm bench --http\`; edit what it writes in \`tooling/bench\`. -->

Each row is a subject beside a reference, sampled in turn in one run; the ratio is the median of the ratios pair by pair, in
brackets the middle half of them; below 1 the subject is the faster or the smaller. The subject is \`dragoman-http\`, which
checks a token, \`Host\`, \`Origin\` and headers, and reads ten lines of a file of 2,000; the servers beside it answer
a tool that does nothing, without asking who calls. Client and server keep to a processor each. Of 2,000 calls as many
wait for their answer as there are connections. Where others misbehave, they do so
from a process of their own, on the client's processor, while a client calls one call after the other.

Node itself takes 0.06 to 0.1 ms of processor time for any request; what a wrong token may take is counted on top of that.

Many connections on two processors are at the mercy of what else the machine does: from one run to the next, rows move by a
fifth, and by more if test suites run beside them.

Run it: \`npx -y pnpm@12.4.2 bench --http\`; the row of the stalled worker needs root, \`/dev/fuse\` and Python.

${machineTable(machine)}

${groups.map(({ title, measurements }) => `## ${title}\n\n${measurementTable(measurements)}`).join('\n')}`;
}

function chartOf(title: string): string {
  return `images/bench-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.svg`;
}

function page(results: Results): string {
  const all = measurementsOf(results);
  const met = all.filter(({ ratio, target }) => ratio <= target).length;
  return `# Benchmarks

<!-- Written by \`pnpm bench\`; edit what it writes in \`tooling/bench\`. -->

Each row is a subject beside a reference: the same work on the same files, sampled in turn in one run, first the one and
then the other. The ratio is the median of the ratios pair by pair, in brackets the middle half of them; below 1 the
subject is the faster or the smaller. A sample of a short call is the median of a hundred, or what four hundred give
where the row says p50 or p99. The first samples of each side do not count, while V8 still compiles and its heap still
grows: 1,500 or more of a short call, 150 or more of a search in a tree that is not large, 20 of 5 MB, else one. For
small reads, client and servers keep to processors of their own. Where a row asks for the same file time and again, it
is still open from the last time, as for a program that goes through it page by page; another row tells what another
file each time takes. A session is a server's whole life on 20 files of 150 KB: start, \`tools/list\`, then 50 ranges of
100 lines, 10 whole files, 20 edits of a file each, 10 new files and 10 listings, in turn; its processor time is that of
the server and its children. Where both sides answer or leave something behind, that is compared before anything is
timed; beside a call that does nothing, the lines that the other answers are compared with the file. Absolute times are
this machine's, and differ from day to day; ratios hold. ${met} of ${all.length} targets are met.

Run it: \`npx -y pnpm@12.4.2 bench\`; \`--json <file>\` keeps the results, and \`--against <file>\` says which ratios
grew by over 15 % since, and by more than samples differ: what seems so is measured again, and counts if it shows twice.
\`--from <file>\` writes this page anew without measuring. Words after the options choose rows by name. \`--object\`
measures the rows of an object store alone, and leaves the others as they are: it starts Ceph's gateway on this machine and
fills it, which takes minutes. With \`--quick\` rows that take long are left out, and each other has a second to warm up and
two for its samples, so that it takes some minutes, and targets may be missed that a whole run meets.

${machineTable(results.machine)}

${results.groups.map(groupSection).join('\n')}
## Each tool, and others that do the same

What the ways of a task answer, or leave behind, is compared before anything is timed; a server that does nothing shows
what its protocol takes. Each way is sampled in turn: a hundred calls one after the other, or as many as fit into a
tenth of a second; the first 15 samples do not count. p50 and p99 are over all calls that count; of few calls, p99 is
nearly the slowest. The ratio is that of the medians of a sample to the first row's. A program's time is that of a whole
process. Dragoman remembers what lay in a directory for as long as that is unchanged, so that finding by name costs
more in a tree that changes.

Peak memory is that of a server which has served all these calls, or of the program; a search's ripgrep comes on top,
with what the row of \`rg\` says. The official server does not wait for the disk when it writes, and bare Node checks
nothing.

${results.tasks.map(taskSection).join('\n')}
## How it grows

The slope is the exponent k of time ~ size^k: 0 is level, 1 is in proportion.

${results.growths.map(growthSection).join('\n')}
## Where the time goes

The server's own thread while one call follows the other, from V8's profiler: what it asks of the system, what Node does
around that, the protocol's SDK, and what is ours. Waiting for the client, the disk's thread or ripgrep is not counted.

| call | ${PARTS.join(' | ')} |
| --- | ${PARTS.map(() => '---').join(' | ')} |
${results.profiles.map((profile) => `| ${profileRow(profile).join(' | ')} |`).join('\n')}
`;
}

function groupSection({ title, measurements }: Results['groups'][number]): string {
  return `## ${title}

![${title}](${chartOf(title)})

${measurementTable(measurements)}`;
}

function machineTable(machine: Results['machine']): string {
  const rows = Object.entries(machine).map(([what, is]) => `| ${what} | ${is} |`);
  return ['| machine | |', '| --- | --- |', ...rows].join('\n');
}

function measurementTable(measurements: readonly Measurement[]): string {
  return `| what | against | ratio | target | figure | reference |
| --- | --- | --- | --- | --- | --- |
${measurements.map(measurementRow).join('\n')}
`;
}

function measurementRow(measurement: Measurement): string {
  const { name, against, ratio, spread, target, subject, reference, unit } = measurement;
  const [low, high] = spread.map((value) => value.toFixed(2));
  const mark = ratio <= target ? '' : ' ✗';
  const cells = [
    `${ratio.toFixed(2)} (${low}–${high})${mark}`,
    `≤ ${target}`,
    figure(subject, unit),
    figure(reference, unit),
  ];
  return `| ${[name, against, ...cells].map(cell).join(' | ')} |`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function taskSection({ title, ways }: TaskResult): string {
  return `### ${title}

| | p50 | p99 | ratio | peak memory | calls |
| --- | --- | --- | --- | --- | --- |
${ways.map((way) => `| ${wayRow(way).map(cell).join(' | ')} |`).join('\n')}
`;
}

function growthSection({ title, id, of, unit, lines }: Growth): string {
  const sizes = lines[0]?.points.map(({ size }) => sizeText(size, of)) ?? [];
  const rows = lines.map(
    ({ name, points, slope }) =>
      `| ${[name, ...points.map((point) => figure(point.figure, unit)), slope.toFixed(2)].join(' | ')} |`,
  );
  return `### ${title}

![${title}](${chartOf(id)})

| | ${sizes.join(' | ')} | slope |
| --- | ${sizes.map(() => '---').join(' | ')} | --- |
${rows.join('\n')}
`;
}
