import type { LayoutRequest } from './layout-protocol.js';
import { createLayoutService } from './layout-service.js';

const take = createLayoutService((answer) =>
  self.postMessage(answer, { transfer: [answer.positions.buffer] }),
);

self.addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => take(data));
