import { Inject, Injectable } from '@nestjs/common';
import { isRecord, type PasskeyAnswer } from '@oniverse/contracts';
import { CONFIG, type Config, siteOriginOf } from '@oniverse/platform';

/** The site as passkeys know it: the first public address, else this machine. */
@Injectable()
export class PasskeySite {
  /** The relying party id. */
  readonly domain: string;
  private readonly origins: readonly string[];

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.domain = new URL(siteOriginOf(config)).hostname;
    this.origins = config.publicOrigins.filter((origin) => {
      const { hostname } = new URL(origin);
      return hostname === this.domain || hostname.endsWith(`.${this.domain}`);
    });
  }

  /** Returns the origins from which an answer is accepted. Without a public address, any port of `localhost` is. */
  originsFor(answer: PasskeyAnswer): string[] {
    if (this.config.publicOrigins.length > 0) return [...this.origins];
    const origin = originOf(answer);
    return origin !== undefined && /^http:\/\/localhost(:\d{1,5})?$/.test(origin)
      ? [origin]
      : ['http://localhost'];
  }
}

/** Returns the origin that the browser signed. */
function originOf({ response }: PasskeyAnswer): string | undefined {
  const encoded = response['clientDataJSON'];
  if (typeof encoded !== 'string') return undefined;
  try {
    const data: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    const origin = isRecord(data) ? data['origin'] : undefined;
    return typeof origin === 'string' ? origin : undefined;
  } catch {
    return undefined;
  }
}
