import { readFile } from 'node:fs/promises';
import { print, printVerdicts } from '../live/report.js';
import { dealDimensions, startClients } from './clients.js';
import { readOptions } from './options.js';
import { outcomeOf } from './outcome.js';
import { ProcessSampler } from './processes.js';
import { readSessions } from './sessions.js';
import { startSite } from './site.js';
import { Tally } from './tally.js';

/** `npm run load`: a realistic load on a site of its own, or on one that runs. */
const options = readOptions(process.argv.slice(2));
const { seed, minutes, ramp, pace, backends, channels, url, sessions } = options;

async function prepare() {
  if (url === undefined) return startSite({ backends, members: options.members, channels });
  if (sessions === undefined) throw new Error('--url needs --sessions, which `ops load:prepare` prints.');
  const dimensions = readSessions(await readFile(sessions, 'utf8'));
  return { urls: [...url], dimensions, names: new Map<number, string>(), stop: async () => undefined };
}

const printLine = (line: string): void => void process.stderr.write(`${line}\n`);

const site = await prepare();
try {
  const members = site.dimensions.reduce((sum, dimension) => sum + dimension.members.length, 0);
  printLine(`${members} members for ${minutes} minutes at ${site.urls.join(', ')}, seed ${seed}`);
  const plan = { members, minutes, rampMinutes: Math.min(ramp, minutes), paceSeconds: pace, seed };
  const startAt = Date.now();
  const parts = dealDimensions(site.dimensions, options.processes);
  const latest: Record<string, number>[] = [];
  const clients = parts.map((dimensions, index) =>
    startClients({ plan, urls: site.urls, dimensions, startAt }, (counts) => {
      latest[index] = counts;
    }),
  );
  for (const [index, { pid }] of clients.entries()) site.names.set(pid, `members ${index + 1}`);
  const sampler = new ProcessSampler(site.names);
  const progress = setInterval(() => {
    const sent = latest.reduce((sum, counts) => sum + (counts['send'] ?? 0), 0);
    printLine(`${((Date.now() - startAt) / 60_000).toFixed(1)} minutes: ${sent} messages sent`);
  }, 60_000);
  const total = new Tally();
  for (const tally of await Promise.all(clients.map((client) => client.tally))) total.add(tally.toJSON());
  clearInterval(progress);
  const { isGreen, verdicts, tables, values } = outcomeOf(total, sampler.stop(), options.maxP99);
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ isGreen, verdicts, ...values })}\n`);
  } else {
    for (const table of tables) print(table);
    console.log('');
    printVerdicts(verdicts);
  }
  if (!isGreen) process.exitCode = 1;
} finally {
  await site.stop();
}
