import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { CountedRequest } from '@oniverse/platform/backend';

/** The client of a call, as account activity records it. */
export const ClientOrigin = createParamDecorator((_: unknown, context: ExecutionContext): Origin => {
  const { clientAddress = 'unknown', headers } = context.switchToHttp().getRequest<CountedRequest>();
  return { address: clientAddress, device: headers['user-agent'] };
});

/** The client of a call. */
export interface Origin {
  /** The normalised address. */
  address: string;
  /** The User-Agent. */
  device: string | undefined;
}

const MAX_DEVICE_LENGTH = 200;

/** Returns a User-Agent as it is stored. */
export const deviceOf = (device: string | undefined): string | null =>
  device?.toWellFormed().replaceAll('\0', '').slice(0, MAX_DEVICE_LENGTH) ?? null;
