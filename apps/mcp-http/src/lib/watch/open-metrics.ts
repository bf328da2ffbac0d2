type Labels = Readonly<Record<string, string>>;

export interface Counter {
  add(amount: number, labels?: Labels): void;
  text(): string;
}

/** @param name without `_total` */
export function createCounter(name: string, help: string): Counter {
  const sums = new Map<string, number>();
  return {
    add(amount, labels = {}) {
      const key = labelText(labels);
      sums.set(key, (sums.get(key) ?? 0) + amount);
    },
    text: () =>
      headText(name, 'counter', help) + [...sums].map(([key, sum]) => `${name}_total${key} ${sum}\n`).join(''),
  };
}

const BOUNDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300];

export interface Histogram {
  observe(value: number, labels: Labels): void;
  text(): string;
}

interface Distribution {
  readonly labels: Labels;
  readonly counts: number[];
  count: number;
  sum: number;
}

export function createHistogram(name: string, help: string): Histogram {
  const all = new Map<string, Distribution>();
  return {
    observe(value, labels) {
      const key = labelText(labels);
      const found = all.get(key) ?? { labels, counts: BOUNDS.map(() => 0), count: 0, sum: 0 };
      all.set(key, found);
      found.count += 1;
      found.sum += value;
      BOUNDS.forEach((bound, index) => {
        if (value <= bound) found.counts[index] = (found.counts[index] ?? 0) + 1;
      });
    },
    text: () =>
      headText(name, 'histogram', help) + [...all].map(([key, one]) => distributionText(name, key, one)).join(''),
  };
}

function distributionText(name: string, key: string, { labels, counts, count, sum }: Distribution): string {
  const buckets = [
    ...BOUNDS.map((bound, index) => [String(bound), counts[index] ?? 0] as const),
    ['+Inf', count] as const,
  ];
  const lines = buckets.map(([le, many]) => `${name}_bucket${labelText({ ...labels, le })} ${many}\n`);
  return `${lines.join('')}${name}_count${key} ${count}\n${name}_sum${key} ${sum}\n`;
}

export function gaugeText(name: string, help: string, value: number): string {
  return `${headText(name, 'gauge', help)}${name} ${value}\n`;
}

function headText(name: string, type: string, help: string): string {
  return `# TYPE ${name} ${type}\n# HELP ${name} ${help}\n`;
}

function labelText(labels: Labels): string {
  const entries = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return entries.length === 0 ? '' : `{${entries.join(',')}}`;
}

function escaped(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}
