import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.js';

/** Of the strip, in pixels, so that the log does not move when it loads. */
const STRIP_HEIGHT = 82;

const LazyDock = lazyPart(() => import('./radio-dock.js'));

/** The radios of a dimension, whose part loads with the first channel that has one. */
export function RadioPart({ channel, channels, me }: ComponentProps<typeof LazyDock>) {
  if (!channels.some(({ hasRadio }) => hasRadio)) return null;
  return (
    <Suspense fallback={channel.hasRadio ? <div style={{ minHeight: STRIP_HEIGHT }} /> : null}>
      <LazyDock channel={channel} channels={channels} me={me} />
    </Suspense>
  );
}
