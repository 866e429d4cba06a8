import { Injectable } from '@nestjs/common';

/** A part that a server process needs, and the question that tells whether it is there. */
export interface HealthPart {
  name: string;
  /** Without it the process cannot serve. */
  essential: boolean;
  /** Resolves where the part is up, throws where it is not. */
  check: () => Promise<unknown>;
}

/** What a health check found. */
export interface HealthReport {
  ready: boolean;
  parts: Record<string, 'up' | 'down'>;
}

/** A part that does not answer in this time is down, in milliseconds. */
const CHECK_TIMEOUT_MS = 2_000;

/** Asks all parts of a process at once. */
@Injectable()
export class Health {
  constructor(private readonly parts: readonly HealthPart[]) {}

  async report(): Promise<HealthReport> {
    const states = await Promise.all(this.parts.map((part) => stateOf(part)));
    return {
      ready: this.parts.every((part, index) => !part.essential || states[index] === 'up'),
      parts: Object.fromEntries(this.parts.map((part, index) => [part.name, states[index] ?? 'down'])),
    };
  }
}

async function stateOf(part: HealthPart): Promise<'up' | 'down'> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${part.name} does not answer`)), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([part.check(), timeout]);
    return 'up';
  } catch {
    return 'down';
  } finally {
    clearTimeout(timer);
  }
}
