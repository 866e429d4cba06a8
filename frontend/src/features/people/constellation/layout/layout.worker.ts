import type { LayoutRequest } from './layout-protocol.js';
import { createLayoutService } from './layout-service.js';

const handleRequest = createLayoutService((update) =>
  self.postMessage(update, { transfer: [update.positions.buffer] }),
);

self.addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => handleRequest(data));
