import type { Answer, CommandHandlers, CommandMessage, CommandName, Reply } from './commands.js';
import { ClientPool } from './client-pool.js';

// A separate process, so that the clients' CPU time is not measured as the server's.
const handlers: CommandHandlers = new ClientPool();

function execute<C extends CommandName>(message: CommandMessage<C>): Promise<Answer> {
  return handlers[message.command](message.request);
}

async function reply(message: CommandMessage): Promise<void> {
  let result: Reply;
  try {
    result = { id: message.id, answer: await execute(message) };
  } catch (error) {
    result = { id: message.id, error: String(error) };
  }
  process.send?.(result);
}

process.on('message', (message: CommandMessage) => void reply(message));
process.on('disconnect', () => process.exit(0));
