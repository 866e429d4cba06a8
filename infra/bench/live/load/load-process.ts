import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answer, CommandName, Commands, Reply } from './commands.js';

const PROGRAM = fileURLToPath(new URL('process.js', import.meta.url));

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** A process with members, as its parent sees it. */
export class LoadProcess {
  private readonly waiting = new Map<number, Waiting>();
  private readonly child: ChildProcess = fork(PROGRAM, { execArgv: [] });
  private lastOrder = 0;

  constructor() {
    this.child.on('message', (reply: Reply) => {
      const order = this.waiting.get(reply.id);
      this.waiting.delete(reply.id);
      if ('error' in reply) order?.reject(new Error(reply.error));
      else order?.resolve(reply.answer);
    });
    this.child.once('exit', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('A load process ended'));
    });
  }

  /** Gives a command. @throws Error what went wrong there */
  order<C extends CommandName>(command: C, request: Commands[C]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.lastOrder += 1;
      this.waiting.set(this.lastOrder, { resolve, reject });
      this.child.send({ id: this.lastOrder, command, request });
    });
  }

  /** Ends it. */
  end(): void {
    this.child.disconnect();
  }
}
