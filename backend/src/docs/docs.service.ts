import { type INestApplication, Inject, Injectable } from '@nestjs/common';
import { VERSION_LABEL } from '@oniverse/contracts';
import { CONFIG, type Config } from '@oniverse/platform';
import { createOpenApi } from '@oniverse/platform/backend';
import { createAsyncApi, type LiveAddress } from './asyncapi.js';
import { callsPage } from './calls-page.js';
import { DocsFiles } from './docs-files.js';
import { LIVE_GROUND_RULES, REST_GROUND_RULES } from './ground-rules.js';
import { livePage } from './live-page.js';

/** Makes a value when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The published documents, each made once, from the code that they describe. */
@Injectable()
export class DocsService {
  private app: INestApplication | undefined;

  readonly openApi = once((): object => {
    if (!this.app) throw new Error('The documents describe no application');
    return createOpenApi(this.app, { version: VERSION_LABEL, description: REST_GROUND_RULES });
  });
  readonly asyncApi = once((): object =>
    createAsyncApi({ version: VERSION_LABEL, description: LIVE_GROUND_RULES, at: this.liveAddress() }),
  );
  readonly callsPage = once((): string => callsPage(this.files));
  readonly livePage = once((): string => livePage(this.files));

  constructor(
    private readonly files: DocsFiles,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Says what is described: Nest gives the application to nobody. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  private liveAddress(): LiveAddress {
    const { publicOrigins, port } = this.config;
    const { host, protocol } = new URL(publicOrigins[0] ?? `http://localhost:${port}`);
    return { host, secure: protocol === 'https:' };
  }
}
