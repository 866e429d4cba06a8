import { highlight, type HighlightRequest } from './highlight.js';

self.addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  self.postMessage(highlight(data), { transfer: [] });
});
