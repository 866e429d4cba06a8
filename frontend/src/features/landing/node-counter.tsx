import { Count } from '../../ui/count.js';
import { LANDING_TEXTS } from './landing.texts.js';
import { useCounter } from './use-counter.js';
import { useNodeCount } from './use-node-count.js';

/** The count of nodes formed; a dash while there are none. */
export function NodeCounter() {
  const count = useNodeCount();
  const { shown, rippling } = useCounter(count);
  return (
    <div className="hero__count">
      <Count shown={shown} count={count} noun={LANDING_TEXTS.nodes} none={LANDING_TEXTS.noNodes} />
      {rippling && (
        <svg className="hero__ripple" viewBox="0 0 200 200" aria-hidden="true" data-testid="counter-ripple">
          <circle className="c-ring" cx="100" cy="100" r="99" />
          <circle className="c-ring" cx="100" cy="100" r="62" />
        </svg>
      )}
    </div>
  );
}
