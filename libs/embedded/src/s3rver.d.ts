/** The part of s3rver that this library uses; the package has no types. */
declare module '@20minutes/s3rver' {
  import type { IncomingMessage } from 'node:http';

  export interface Context {
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly query: Readonly<Record<string, unknown>>;
    readonly method: string;
    readonly path: string;
    readonly req: IncomingMessage;
    status: number;
    body: string;
  }
  type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>;

  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      directory: string;
      silent: boolean;
      vhostBuckets: boolean;
      configureBuckets: readonly { name: string }[];
    });
    /** Koa middleware, in order of execution. */
    readonly middleware: Middleware[];
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  interface Account {
    createKeyPair(accessKeyId: string, secretAccessKey: string): void;
    revokeAccessKey(accessKeyId: string): void;
  }
  const account: { readonly DUMMY_ACCOUNT: Account };
  export default account;
}
