import { Injectable } from '@nestjs/common';

export interface HealthPart {
  name: string;
  /** Without it the process cannot serve. */
  essential: boolean;
  check: () => Promise<unknown>;
  /** Resolves if the part takes writes; called only if it answers. */
  checkWrite: () => Promise<unknown>;
}

/** The states of a part: `readonly` answers but takes no writes, as with a full disk or no memory left. */
export const PART_STATES = ['up', 'readonly', 'down'] as const;
export type PartState = (typeof PART_STATES)[number];

export interface HealthReport {
  ready: boolean;
  parts: Record<string, PartState>;
}

/** The Redis key that health checks write, with an expiry of a second. */
export const WRITE_CHECK_KEY = 'health:write';

/** A part that does not answer in this time is down, in milliseconds. */
const CHECK_TIMEOUT_MS = 2_000;
/** Callers within this time share one check, which bounds the load of an open endpoint, in milliseconds. */
const SHARED_MS = 1_000;

@Injectable()
export class Health {
  private latest: { at: number; report: Promise<HealthReport> } | undefined;
  private isLeaving = false;

  constructor(private readonly parts: readonly HealthPart[]) {}

  /** Whether this process has begun to shut down, so that a gateway must send new requests elsewhere. */
  get leaving(): boolean {
    return this.isLeaving;
  }

  /** Makes this process not ready from now on. */
  leave(): void {
    this.isLeaving = true;
    this.latest = undefined;
  }

  /** Returns a report that is at most a second old. */
  async report(): Promise<HealthReport> {
    const at = performance.now();
    if (this.latest === undefined || at - this.latest.at >= SHARED_MS) {
      this.latest = { at, report: this.checkAll() };
    }
    return this.latest.report;
  }

  private async checkAll(): Promise<HealthReport> {
    const states = await Promise.all(this.parts.map((part) => stateOf(part)));
    return {
      ready: !this.isLeaving && this.parts.every((part, index) => !part.essential || states[index] === 'up'),
      parts: Object.fromEntries(this.parts.map((part, index) => [part.name, states[index] ?? 'down'])),
    };
  }
}

async function stateOf(part: HealthPart): Promise<PartState> {
  let state: PartState = 'down';
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${part.name} does not answer`)), CHECK_TIMEOUT_MS);
  });
  const checks = async (): Promise<void> => {
    await part.check();
    state = 'readonly';
    await part.checkWrite();
    state = 'up';
  };
  try {
    await Promise.race([checks(), timeout]);
  } catch {
    // `state` is the result of the checks that finished.
  } finally {
    clearTimeout(timer);
  }
  return state;
}
