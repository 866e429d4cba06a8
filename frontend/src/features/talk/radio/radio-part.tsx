import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.js';

const LazyDock = lazyPart(() => import('./radio-dock.js'));

/** The radios of a dimension, whose part loads with the first channel that has one. */
export function RadioPart({ channel, channels, me }: ComponentProps<typeof LazyDock>) {
  if (!channels.some(({ hasRadio }) => hasRadio)) return null;
  return (
    <Suspense fallback={null}>
      <LazyDock channel={channel} channels={channels} me={me} />
    </Suspense>
  );
}
