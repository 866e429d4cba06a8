import type { Provider, Type } from '@nestjs/common';
import type { AnyHandler } from '@oniverse/platform/worker';

/** The jobs of a domain, and what they are built from. */
export interface DomainJobs {
  jobs: readonly Type<AnyHandler>[];
  parts: readonly Provider[];
}
