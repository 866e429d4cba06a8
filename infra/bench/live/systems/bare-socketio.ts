import { freePort } from '@oniverse/embedded';
import { ServerProcess } from './server-process.js';
import type { System } from './system.js';
import { assignMembers } from './assign-members.js';

const PROGRAM = new URL('bare-server.js', import.meta.url);

export async function startBareSocketIo(): Promise<System> {
  const server = await ServerProcess.start(PROGRAM, {}, await freePort());
  return {
    name: 'bare socket.io',
    server,
    servicesCpu: () => 0,
    populate: async (population) => {
      const channelIds = Array.from({ length: population.channels }, () => crypto.randomUUID());
      return assignMembers(population, channelIds, () => '');
    },
    stop: () => server.stop(),
  };
}
