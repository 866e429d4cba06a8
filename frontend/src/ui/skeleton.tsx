import './skeleton.css';
import { LoadingDots } from './loading-figure.js';

const indexes = (count: number) => Array.from({ length: count }, (_, place) => place);

interface SkeletonProps {
  /** Without dots: `Loading visual memories`. */
  text: string;
  count?: number;
}

export function SkeletonTiles({ text, count = 6 }: SkeletonProps) {
  return (
    <div>
      <div className="skeleton__grid" aria-hidden="true">
        {indexes(count).map((place) => (
          <i key={place} />
        ))}
      </div>
      <output className="muted skeleton__text">
        {text}
        <LoadingDots />
      </output>
    </div>
  );
}

export function SkeletonLines({ text, count = 3 }: SkeletonProps) {
  return (
    <div>
      <div className="skeleton__lines" aria-hidden="true">
        {indexes(count).map((place) => (
          <i key={place} />
        ))}
      </div>
      <output className="vh">{text}</output>
    </div>
  );
}
