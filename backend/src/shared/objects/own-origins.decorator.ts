import {
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';
import { CONFIG, type Config } from '@oniverse/platform';
import type { FastifyRequest } from 'fastify';

@Injectable()
export class OwnOriginsPipe implements PipeTransform<FastifyRequest, readonly string[]> {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  transform({ protocol, headers: { host } }: FastifyRequest): readonly string[] {
    if (this.config.publicOrigins.length > 0) return this.config.publicOrigins;
    const own = `${protocol}://${host ?? ''}`;
    if (!URL.canParse(own)) return [];
    // A proxy may terminate TLS, so either scheme can be ours.
    return [...new Set([protocol, 'http', 'https'])].map((scheme) => new URL(`${scheme}://${host}`).origin);
  }
}

const RequestOfCall = createParamDecorator((_: unknown, context: ExecutionContext): FastifyRequest =>
  context.switchToHttp().getRequest<FastifyRequest>(),
);

/**
 * Injects the site's own origins, the preferred one first: from PUBLIC_URL, or else from the Host header. Empty only
 * if the request has no Host. Only for answers to the caller; what others read uses `siteOriginOf`.
 */
export const OwnOrigins = (): ParameterDecorator => RequestOfCall(undefined, OwnOriginsPipe);
