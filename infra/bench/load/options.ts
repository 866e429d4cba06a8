import { Command, InvalidArgumentError } from '@commander-js/extra-typings';

const numberFrom =
  (min: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!Number.isFinite(number) || number < min)
      throw new InvalidArgumentError(`It must be at least ${min}.`);
    return number;
  };
const collect = (value: string, urls: readonly string[] = []): readonly string[] => [
  ...urls,
  new URL(value).origin,
];

/** Below the limits of members: ten messages in ten seconds, 300 calls in a minute. */
const LEAST_PACE_SECONDS = 2;

/** The options of `npm run load`. Ends the process with its help, or if one is wrong. */
export function readOptions(args: readonly string[]) {
  return new Command('npm run load --')
    .description(
      'Puts a site under the load of many members, and fails if anything acknowledged is missing at the end or a time is over its limit.',
    )
    .option('--members <number>', 'how many members', numberFrom(1), 200)
    .option('--channels <number>', 'how many channels they use', numberFrom(1), 20)
    .option('--minutes <number>', 'how long', numberFrom(0.1), 5)
    .option('--ramp <minutes>', 'until all members are there', numberFrom(0), 1)
    .option('--pace <seconds>', 'between two actions of a member', numberFrom(LEAST_PACE_SECONDS), 15)
    .option('--seed <number>', 'of the plan: the same seed gives the same actions', numberFrom(0), 1)
    .option('--processes <number>', 'processes of members', numberFrom(1), 2)
    .option('--backends <number>', 'backends of the site that it starts', numberFrom(1), 2)
    .option('--max-p99 <ms>', 'limit of acknowledgements and deliveries', numberFrom(1), 500)
    .option('--url <address>', 'of a site that runs; repeat it for several backends', collect)
    .option('--sessions <file>', 'what `ops load:prepare` of that site printed')
    .option('--json', 'print one JSON document', false)
    .parse(args, { from: 'user' })
    .opts();
}
