import './first-steps.css';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { IconButton } from '../../../ui/icon-button.js';
import type { StepName } from './first-steps.js';
import { STEPS_TEXTS } from './home.texts.js';

const STEPS = [
  { name: 'profile', to: '/profile' },
  { name: 'dimension', to: '/dimensions/public' },
  { name: 'constellation', to: '/constellation' },
] as const satisfies readonly { name: StepName; to: string }[];

interface FirstStepsGuideProps {
  done: Record<StepName, boolean>;
  onDismiss: () => void;
}

export function FirstStepsGuide({ done, onDismiss }: FirstStepsGuideProps) {
  const id = useId();
  return (
    <section className="steps" aria-labelledby={id}>
      <div className="steps__head">
        <h2 className="h4" id={id}>
          {STEPS_TEXTS.title}
        </h2>
        <IconButton icon="close" name={STEPS_TEXTS.dismiss} small onClick={onDismiss} />
      </div>
      <ol className="steps__list">
        {STEPS.map(({ name, to }) => (
          <li key={name} className={done[name] ? 'is-done' : undefined}>
            <Link to={to} className="steps__title">
              {STEPS_TEXTS.steps[name].title}
            </Link>
            {done[name] && <span className="tiny"> {STEPS_TEXTS.done}</span>}
            <p className="small muted">{STEPS_TEXTS.steps[name].text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
