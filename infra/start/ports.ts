import { join } from 'node:path';
import { freePort, messageOf } from '@oniverse/embedded';
import { field, readJsonFile, writeJsonFile } from './json-file.js';

/** The ports of internal services, kept across starts while they are free. */
export class RememberedPorts {
  private readonly file: string;
  private readonly ports = new Map<string, number>();

  constructor(dataDir: string) {
    this.file = join(dataDir, 'ports.json');
  }

  /** Returns and records a port for a service. Throws if no port is free. */
  async assign(service: string): Promise<number> {
    const port = await freePort(this.previousPort(service));
    this.ports.set(service, port);
    writeJsonFile(this.file, { ...this.readPorts(), ...Object.fromEntries(this.ports) });
    return port;
  }

  private previousPort(service: string): number | undefined {
    const port = field(this.readPorts(), service);
    return typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  }

  private readPorts(): object {
    try {
      const ports = readJsonFile(this.file);
      return typeof ports === 'object' && ports !== null ? ports : {};
    } catch (error) {
      // Any free port will do, so a damaged file is only a warning.
      process.emitWarning(messageOf(error));
      return {};
    }
  }
}
