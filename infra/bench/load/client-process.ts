import { setTimeout as delay } from 'node:timers/promises';
import { DIALECTS } from '../live/load/dialect.js';
import { PacketReader } from '../live/load/packets.js';
import { ACTIONS } from './actions.js';
import type { ClientJob, ClientMessage } from './clients.js';
import { Ledger } from './ledger.js';
import { LoadMember } from './member.js';
import { arrivalOf, stepsOf } from './plan.js';
import { Tally } from './tally.js';
import { Verifier } from './verify.js';

/** For a send that is repeated when the load ends. */
const END_MS = 30_000;

// The members of some dimensions, in a process of their own, so that their CPU time is not that of the servers.
async function runMembers({ plan, urls, dimensions, startAt }: ClientJob): Promise<Tally> {
  const [tally, ledger] = [new Tally(), new Ledger()];
  const context = { urls, reader: new PacketReader(DIALECTS.oniverse), tally, ledger };
  const members = dimensions.flatMap((dimension) =>
    dimension.members.map(({ number, sessionId }) => new LoadMember(number, sessionId, dimension, context)),
  );
  const until = async (atMs: number) => delay(Math.max(0, startAt + atMs - Date.now()));
  const runMember = async (member: LoadMember): Promise<void> => {
    await until(arrivalOf(plan, member.number));
    member.arrive();
    for (const { atMs, action, dice } of stepsOf(plan, member.number)) {
      await until(atMs);
      try {
        await ACTIONS[action].run(member, dice);
        tally.count(action);
      } catch (error) {
        tally.refuse(action, String(error));
      }
    }
  };
  const report = setInterval(() => send({ counts: tally.counts }), 10_000);
  const all = Promise.all(members.map(runMember));
  await Promise.race([all, until(plan.minutes * 60_000 + END_MS)]);
  tally.lost.push(...(await new Verifier(urls, ledger, members).findLost()));
  tally.count('channels and threads read', ledger.channels.size);
  clearInterval(report);
  await Promise.all(members.map((member) => member.leave()));
  return tally;
}

const send = (message: ClientMessage): void => void process.send?.(message);

process.on('message', (job: ClientJob) => {
  void runMembers(job).then(
    (tally) => send({ tally: tally.toJSON() }),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
