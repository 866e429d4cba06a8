/*
 * What a process needs that answers members. A worker loads none of it.
 */
export { BackendPlatformModule } from './backend-platform.module.js';
export { Batches } from './batches.js';
export { type ClientAddress, clientAddressOf } from './http/address.js';
export { chunksOf, ReadableBodyGuard, StreamedBody } from './http/body.js';
export {
  Call,
  CALL_ACCESS,
  type CallAccess,
  type CallDefinition,
  OpenPage,
  PathId,
  PathText,
  PROBLEM_SCHEMA,
} from './http/call.js';
export { Flag, Id, OneOf, RuledText, TagName, Tags, WholeNumber } from './http/fields.js';
export { createOpenApi, hoistSchemas, type OpenAPIObject } from './http/openapi.js';
export type { PageHead, PageHeads } from './http/page-heads.js';
export { ListQueryDto, Page, PageQueryDto } from './http/paging.js';
export { ProblemFilter, problemFrom } from './http/problem.filter.js';
export { isAmong, Revalidated } from './http/revalidation.js';
export { createHttpAdapter, finishHttp } from './http/server.js';
export { isUuid } from './http/uuid.js';
export { ContractPipe, IdPipe } from './http/validation.js';
export { LiveAdapter } from './live/live-adapter.js';
export { LiveGateway } from './live/live-gateway.js';
export { LiveService } from './live/live.service.js';
