/* The platform of a backend. Workers load none of it. */
export { BackendPlatformModule } from './backend-platform.module.js';
export { BatchLoader, staleRead } from './batch-loader.js';
export { type AddressResolver, CLIENT_ADDRESS, type CountedRequest, networkOf } from './http/address.js';
export { readChunks } from './http/body.js';
export {
  addRouteConfig,
  Call,
  type CallDefinition,
  PathText,
  PROBLEM_SCHEMA,
  type ProblemForm,
  PublicPage,
} from './http/call.js';
export { type CallRoute, routeOf } from './http/call-route.js';
export { findFile } from './http/client-files.js';
export { dtoOf, Field } from './http/dto.js';
export { createOpenApi, hoistSchemas, type OpenAPIObject } from './http/openapi.js';
export type { FoundHead, PageHead, PageHeads, PageLink } from './http/page-heads.js';
export { Page, PageQueryDto } from './http/paging.js';
export { ProblemFilter, problemFrom } from './http/problem.filter.js';
export { matchesEtag, Revalidated } from './http/revalidation.js';
export { createHttpAdapter, configureHttp } from './http/server.js';
export { ContractPipe, IdPipe } from './http/validation.js';
export { LiveAdapter } from './live/live-adapter.js';
export { LiveMetrics } from './live/live-metrics.js';
export { LiveGateway } from './live/live-problem.filter.js';
export { LIVE_PACE } from './live/live-pace.js';
export { LiveService } from './live/live.service.js';
export { sharedListener } from './live/shared-listener.js';
export { SocketBalance, surplusOf } from './live/socket-balance.js';
