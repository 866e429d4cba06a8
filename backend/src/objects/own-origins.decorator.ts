import {
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';
import { CONFIG, type Config } from '@oniverse/platform';
import type { FastifyRequest } from 'fastify';

/** Adds what is configured to what a request says of itself. */
@Injectable()
export class OwnOriginsPipe implements PipeTransform<FastifyRequest, readonly string[]> {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  transform({ protocol, headers: { host } }: FastifyRequest): readonly string[] {
    if (this.config.publicOrigins.length > 0) return this.config.publicOrigins;
    const own = `${protocol}://${host ?? ''}`;
    if (!URL.canParse(own)) return [];
    // Whether TLS ends in front of us is not known here.
    return [...new Set([protocol, 'http', 'https'])].map((scheme) => new URL(`${scheme}://${host}`).origin);
  }
}

const RequestOfCall = createParamDecorator((_: unknown, context: ExecutionContext): FastifyRequest =>
  context.switchToHttp().getRequest<FastifyRequest>(),
);

/**
 * The site's own origins, the one to use in addresses first: those of PUBLIC_URL, or where it is not set those of
 * the request's Host. Empty only where the request names no host.
 */
export const OwnOrigins = (): ParameterDecorator => RequestOfCall(undefined, OwnOriginsPipe);
