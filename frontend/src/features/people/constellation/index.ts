export { REFETCH_MS } from './constellation.queries.js';
export { ConstellationPage } from './constellation-page.js';
export { ConstellationRenderer } from './drawing/constellation-renderer.js';
export { DRAWING } from './drawing-space.js';
export { graphOf } from './graph.js';
export type { LayoutRequest } from './layout/layout-protocol.js';
export { createLayoutService } from './layout/layout-service.js';
export { parseConstellationSearch } from './search-params.js';
