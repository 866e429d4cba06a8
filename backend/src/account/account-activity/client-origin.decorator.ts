import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { CountedRequest } from '@oniverse/platform/backend';
import type { Origin } from './origin.js';

/** The client of a call, as account activity records it. */
export const ClientOrigin = createParamDecorator((_: unknown, context: ExecutionContext): Origin => {
  const { clientAddress = 'unknown', headers } = context.switchToHttp().getRequest<CountedRequest>();
  return { address: clientAddress, device: headers['user-agent'] };
});
