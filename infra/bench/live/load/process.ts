import type { Answer, CommandName, Doing, Order, Reply } from './commands.js';
import { Crowd } from './crowd.js';

// A process of its own, so that what the clients cost is not counted as the server's.
const doing: Doing = new Crowd();

function carryOut<C extends CommandName>(order: Order<C>): Promise<Answer> {
  return doing[order.command](order.request);
}

async function reply(order: Order): Promise<void> {
  let answer: Reply;
  try {
    answer = { id: order.id, answer: await carryOut(order) };
  } catch (error) {
    answer = { id: order.id, error: String(error) };
  }
  process.send?.(answer);
}

process.on('message', (order: Order) => void reply(order));
process.on('disconnect', () => process.exit(0));
