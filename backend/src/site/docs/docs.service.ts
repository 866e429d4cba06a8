import { type INestApplication, Inject, Injectable } from '@nestjs/common';
import { VERSION_LABEL } from '@oniverse/contracts';
import { CONFIG, type Config } from '@oniverse/platform';
import { createOpenApi } from '@oniverse/platform/backend';
import { createAsyncApi, type LiveAddress } from './asyncapi.js';
import { renderCallsPage } from './calls-page.js';
import { DocsFiles } from './docs-files.js';
import { LIVE_GROUND_RULES, REST_GROUND_RULES } from './ground-rules.js';
import { renderLivePage } from './live-page.js';

function lazy<T>(create: () => T): () => T {
  let created: { value: T } | undefined;
  return () => (created ??= { value: create() }).value;
}

@Injectable()
export class DocsService {
  private app: INestApplication | undefined;

  readonly openApi = lazy((): object => {
    if (!this.app) throw new Error('setApplication() must be called before documents are generated');
    return createOpenApi(this.app, { version: VERSION_LABEL, description: REST_GROUND_RULES });
  });
  readonly asyncApi = lazy((): object =>
    createAsyncApi({ version: VERSION_LABEL, description: LIVE_GROUND_RULES, at: this.liveAddress() }),
  );
  readonly callsPage = lazy((): string => renderCallsPage(this.files));
  readonly livePage = lazy((): string => renderLivePage(this.files));

  constructor(
    private readonly files: DocsFiles,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Sets the application to document, because Nest does not inject it. */
  setApplication(app: INestApplication): void {
    this.app = app;
  }

  private liveAddress(): LiveAddress {
    const { publicOrigins, port } = this.config;
    const { host, protocol } = new URL(publicOrigins[0] ?? `http://localhost:${port}`);
    return { host, secure: protocol === 'https:' };
  }
}
