import { Count } from '../../../ui/count.js';
import { LANDING_TEXTS } from './landing.texts.js';
import { useAnimatedCount } from './use-animated-count.js';
import { useNodeCount } from './use-node-count.js';

/** Shows a dash for no nodes. */
export function NodeCounter() {
  const count = useNodeCount();
  const { shown, isRippling } = useAnimatedCount(count);
  return (
    <div className="hero__count">
      <Count shown={shown} count={count} noun={LANDING_TEXTS.nodes} emptyText={LANDING_TEXTS.noNodes} />
      {isRippling && (
        <svg className="hero__ripple" viewBox="0 0 200 200" aria-hidden="true" data-testid="counter-ripple">
          <circle className="c-ring" cx="100" cy="100" r="99" />
          <circle className="c-ring" cx="100" cy="100" r="62" />
        </svg>
      )}
    </div>
  );
}
