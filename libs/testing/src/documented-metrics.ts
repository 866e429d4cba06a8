import { readFileSync } from 'node:fs';

const MANUAL = new URL('../../../docs/operations.md', import.meta.url);
const ROW = /^\| `(oniverse_\w+)` +\| (all|backend|worker) +\| (.*?) *\|/gm;

/** Returns the metrics that operators read about, with the names of their labels. @param of `any` for those of both */
export function documentedMetrics(of: 'backend' | 'worker' | 'any'): Map<string, string[]> {
  const rows = [...readFileSync(MANUAL, 'utf8').matchAll(ROW)];
  return new Map(
    rows.flatMap(([, name = '', kind = '', labels = '']): [string, string[]][] =>
      kind === 'all' || of === 'any' || kind === of
        ? [[name, Array.from(labels.matchAll(/`(\w+)`/g), ([, label = '']) => label).toSorted()]]
        : [],
    ),
  );
}

/**
 * Returns the metrics of the product in an answer of `/metrics`, with the names of the labels that their samples have. Without
 * samples, it is undefined.
 */
export function exposedMetrics(text: string): Map<string, string[] | undefined> {
  const types = [...text.matchAll(/^# TYPE (oniverse_\w+) (\w+)$/gm)];
  return new Map(
    types.map(([, name = '', type]) => {
      const sample = new RegExp(
        `^${name}${type === 'histogram' ? '_bucket' : ''}(?:\\{(.*?)\\})? \\S+$`,
        'm',
      ).exec(text);
      const labels = Array.from((sample?.[1] ?? '').matchAll(/(\w+)="/g), ([, label = '']) => label);
      return [name, sample ? labels.filter((label) => label !== 'le').toSorted() : undefined];
    }),
  );
}
