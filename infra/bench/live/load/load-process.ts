import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answer, CommandName, Commands, Reply } from './commands.js';

const PROGRAM = fileURLToPath(new URL('process.js', import.meta.url));

interface PendingCommand {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

export class LoadProcess {
  private readonly pending = new Map<number, PendingCommand>();
  private readonly child: ChildProcess = fork(PROGRAM, { execArgv: [] });
  private lastId = 0;

  constructor() {
    this.child.on('message', (reply: Reply) => {
      const command = this.pending.get(reply.id);
      this.pending.delete(reply.id);
      if ('error' in reply) command?.reject(new Error(reply.error));
      else command?.resolve(reply.answer);
    });
    this.child.once('exit', () => {
      for (const { reject } of this.pending.values()) reject(new Error('A load process exited'));
    });
  }

  /** @throws Error if the command fails */
  sendCommand<C extends CommandName>(command: C, request: Commands[C]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.lastId += 1;
      this.pending.set(this.lastId, { resolve, reject });
      this.child.send({ id: this.lastId, command, request });
    });
  }

  stop(): void {
    this.child.disconnect();
  }
}
