import { LIMITS } from '@oniverse/contracts';
import { parseMarkdown } from '@oniverse/markdown';
import { HOSTILE, ordinaryText } from './hostile.js';

/** A parse must not block its process for longer. */
const MAX_MS = 250;
const LISTED = 20;
const LENGTHS = [1_000, 10_000, LIMITS.postText.max, LIMITS.profileMarkdown.max];
const RUNS = process.argv.includes('--quick') ? 2 : 5;

const kilobytes = (text: string): number => Buffer.byteLength(text) / 1_000;

/** Returns the CPU time of the fastest of several parses, in milliseconds. */
function measureParse(text: string): number {
  let fastest = Infinity;
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.cpuUsage();
    parseMarkdown(text);
    const { user, system } = process.cpuUsage(before);
    fastest = Math.min(fastest, (user + system) / 1_000);
  }
  return fastest;
}

const write = (...cells: (string | number)[]): void =>
  console.log(
    cells.map((cell, n) => (n === 0 ? String(cell).padEnd(28) : String(cell).padStart(12))).join(''),
  );

function main(): void {
  const ordinary = LENGTHS.map(ordinaryText);
  // Warms the parser up.
  for (const text of ordinary) parseMarkdown(text);
  const [perKilobyte = 0] = ordinary
    .map((text) => measureParse(text) / kilobytes(text))
    .toSorted((a, b) => b - a);
  const parses = Object.entries(HOSTILE).flatMap(([name, generate]) =>
    LENGTHS.map((length) => {
      const text = generate(length);
      return { name, length, size: kilobytes(text), ms: measureParse(text) };
    }),
  );
  const dearest = Object.keys(HOSTILE)
    .map((name) => {
      const own = parses.filter((parse) => parse.name === name);
      const longest = own.reduce((worst, parse) => (parse.ms > worst.ms ? parse : worst));
      const densest = own.reduce((worst, parse) =>
        parse.ms / parse.size > worst.ms / worst.size ? parse : worst,
      );
      return { name, ms: longest.ms, length: longest.length, perKilobyte: densest.ms / densest.size };
    })
    .toSorted((a, b) => b.perKilobyte - a.perKilobyte);
  console.log(`Ordinary text: ${perKilobyte.toFixed(1)} ms per kilobyte.`);
  write('text', 'ms per kB', '× ordinary', 'longest ms', 'at length');
  for (const { name, ms, length, perKilobyte: own } of dearest.slice(0, LISTED))
    write(name, own.toFixed(1), (own / perKilobyte).toFixed(1), ms.toFixed(0), length);
  const longest = parses.reduce((worst, parse) => (parse.ms > worst.ms ? parse : worst));
  console.log(
    `Longest parse: ${longest.ms.toFixed(0)} ms, "${longest.name}" of ${longest.length} characters; the bound is ${MAX_MS} ms.`,
  );
  if (longest.ms > MAX_MS) process.exitCode = 1;
}

main();
