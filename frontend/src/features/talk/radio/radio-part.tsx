import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.js';
import { useMedia } from '../../../ui/use-media.js';

/** Of the strip, in pixels, so that the log does not move when it loads. */
const HEIGHT = { wide: 82, narrow: 62 } as const;

const LazyDock = lazyPart(() => import('./radio-dock.js'));

/** The radios of a dimension, whose part loads with the first channel that has one. */
export function RadioPart({ channel, channels, me }: ComponentProps<typeof LazyDock>) {
  const isNarrow = useMedia('(max-width: 599px)');
  if (!channels.some(({ hasRadio }) => hasRadio)) return null;
  return (
    <Suspense
      fallback={
        channel.hasRadio ? <div style={{ minHeight: isNarrow ? HEIGHT.narrow : HEIGHT.wide }} /> : null
      }
    >
      <LazyDock channel={channel} channels={channels} me={me} />
    </Suspense>
  );
}
