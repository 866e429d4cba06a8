import { Inject, Injectable } from '@nestjs/common';
import { MEASURE_MESSAGES } from '@oniverse/contracts';
import { ProblemError, RateLimits } from '@oniverse/platform';
import { type AddressResolver, CLIENT_ADDRESS, type CountedRequest } from '@oniverse/platform/backend';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  API_LIMIT,
  MaintenanceService,
  requireFresh,
  type SessionContext,
  type SessionRequest,
  unauthorized,
} from '../../shared/index.js';
import { StaffRolesService } from '../staff-roles/staff-roles.service.js';
import { ProofsService } from '../proofs/proofs.service.js';
import { SessionsService } from './sessions.service.js';

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

const BEARER = /^Bearer +(\S+)$/i;

/** Authenticates and rate limits calls before reading bodies: without a session they get 401, not validation errors. */
@Injectable()
export class RequestAdmission {
  constructor(
    private readonly sessions: SessionsService,
    private readonly staff: StaffRolesService,
    private readonly proofs: ProofsService,
    private readonly maintenance: MaintenanceService,
    private readonly limits: RateLimits,
    @Inject(CLIENT_ADDRESS) private readonly addressOf: AddressResolver,
  ) {}

  /** Adds the admission hook. The server must not listen yet. */
  install(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', async (request) => {
      // Static files and unknown paths are not calls.
      if (!request.is404) await this.admitRequest(request);
    });
  }

  /** @throws ProblemError `rate_limited`, `maintenance`, and those of `ADMISSION_PROBLEMS` */
  private async admitRequest(request: FastifyRequest & SessionRequest & CountedRequest): Promise<void> {
    const {
      access = 'members',
      forSuspended,
      selfLimited,
      ownLimit,
      needsProof,
      duringMaintenance,
    } = request.routeOptions.config;
    request.clientAddress = this.addressOf(request.raw);
    // The response of a public call does not depend on the caller.
    const session = access === 'public' ? undefined : await this.findSession(request, request.clientAddress);
    if (session) {
      request.session = session;
      request.callerId = session.userId;
    }
    const caller = session ? `member:${session.userId}` : `address:${request.clientAddress}`;
    if (selfLimited !== true) await this.limits.consume(API_LIMIT, caller);
    if (!session && access !== 'public' && access !== 'visitors') throw unauthorized();
    if (session?.isRestricted && forSuspended !== true) {
      throw new ProblemError('suspended', MEASURE_MESSAGES.suspended);
    }
    if (session && (access === 'moderators' || access === 'admins')) {
      request.session = await this.staff.admit(session, access);
      if (request.method !== 'GET') requireFresh(session);
    }
    if (
      !isRead(request.method) &&
      duringMaintenance !== true &&
      access !== 'moderators' &&
      access !== 'admins'
    ) {
      await this.maintenance.requireWritable(session?.userId);
    }
    if (needsProof) await this.proofs.require(request.headers);
    if (ownLimit) await this.limits.consume(ownLimit, caller);
  }

  private async findSession(
    { headers }: FastifyRequest,
    address: string,
  ): Promise<SessionContext | undefined> {
    const sessionId = BEARER.exec(headers.authorization ?? '')?.[1];
    return sessionId === undefined ? undefined : this.sessions.find(sessionId, address);
  }
}
