import { grouped } from '@oniverse/contracts';

export const nounOf = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);

/** Returns `1 member` or `1,200 members`. */
export const plural = (count: number, one: string, many?: string): string =>
  `${grouped(count)} ${nounOf(count, one, many)}`;
