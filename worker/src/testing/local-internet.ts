import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, TcpNetConnectOpts } from 'node:net';
import { TEST_CERTIFICATE } from '@oniverse/testing';
import type { Network } from '../talk/link-previews/public-network.js';

/** An address that every name has unless a test gives it others. */
export const PUBLIC_ADDRESS = '93.184.216.34';

export interface Opened {
  addresses: readonly string[];
  port: number;
}

/** The internet of a test: names have the addresses that it gives them, and every connection leads to its server. */
export class LocalInternet implements Network {
  /** The addresses of each name, one answer after the other; the last one stays. */
  names: Record<string, string[][]> = {};
  answer: RequestListener = (_request, response) => response.writeHead(404).end();
  opened: Opened[] = [];
  requests: { url: string; headers: Record<string, unknown> }[] = [];
  ca?: string;

  private constructor(
    private readonly server: Server,
    private readonly tlsServer: Server,
  ) {}

  static async start(): Promise<LocalInternet> {
    const answer: RequestListener = (request, response) => {
      internet.requests.push({ url: `${request.headers.host}${request.url}`, headers: request.headers });
      internet.answer(request, response);
    };
    const internet = new LocalInternet(createServer(answer), createTlsServer(TEST_CERTIFICATE, answer));
    const servers = [internet.server, internet.tlsServer];
    for (const server of servers) server.listen(0, '127.0.0.1');
    await Promise.all(servers.map((server) => once(server, 'listening')));
    return internet;
  }

  /** Forgets what a test did. */
  reset(): void {
    this.names = {};
    this.opened = [];
    this.requests = [];
    delete this.ca;
    this.answer = (_request, response) => response.writeHead(404).end();
  }

  async resolve(name: string): Promise<string[]> {
    const answers = this.names[name];
    if (!answers) return [PUBLIC_ADDRESS];
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
  }

  routeTo(_host: string, port: number, addresses: readonly string[]): TcpNetConnectOpts {
    this.opened.push({ addresses, port });
    return { host: '127.0.0.1', port: portOf(port === 443 ? this.tlsServer : this.server) };
  }

  async stop(): Promise<void> {
    await Promise.all(
      [this.server, this.tlsServer].map(async (server) => {
        server.close();
        server.closeAllConnections();
        await once(server, 'close');
      }),
    );
  }
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
  return address.port;
}
