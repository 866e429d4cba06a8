import { join } from 'node:path';
import { freePort, messageOf } from '@oniverse/embedded';
import { field, readKept, writeKept } from './kept-file.js';

/** The ports of what is not opened in a browser: the same as last time where they are still free. */
export class RememberedPorts {
  private readonly file: string;
  private readonly ports = new Map<string, number>();

  constructor(dataDir: string) {
    this.file = join(dataDir, 'ports.json');
  }

  /** The port for this part, remembered for the next start. Throws when no port is free. */
  async of(part: string): Promise<number> {
    const port = await freePort(this.remembered(part));
    this.ports.set(part, port);
    writeKept(this.file, { ...this.kept(), ...Object.fromEntries(this.ports) });
    return port;
  }

  private remembered(part: string): number | undefined {
    const port = field(this.kept(), part);
    return typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  }

  private kept(): object {
    try {
      const kept = readKept(this.file);
      return typeof kept === 'object' && kept !== null ? kept : {};
    } catch (error) {
      // Only a convenience: any free port does as well.
      process.emitWarning(messageOf(error));
      return {};
    }
  }
}
