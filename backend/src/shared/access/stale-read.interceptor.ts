import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { StaleReads } from '../stale-reads/stale-reads.js';
import type { SessionRequest } from './current-session.js';

/** Lets the whole of a call read from standbys. */
@Injectable()
export class StaleReadInterceptor implements NestInterceptor<unknown, unknown> {
  constructor(private readonly reads: StaleReads) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const { session } = context.switchToHttp().getRequest<SessionRequest>();
    return from(this.reads.run(session ? 'member' : 'visitor', () => lastValueFrom(next.handle())));
  }
}
