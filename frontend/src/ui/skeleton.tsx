import './skeleton.css';
import { LoadingDots } from './loading-figure.js';

const placesOf = (count: number) => Array.from({ length: count }, (_, place) => place);

interface SkeletonProps {
  /** What is on its way, without dots: `Loading visual memories`. */
  text: string;
  count?: number;
}

/** Pictures that are on their way: frames with a few stars in them. */
export function SkeletonTiles({ text, count = 6 }: SkeletonProps) {
  return (
    <div className="skel">
      <div className="skel__g" aria-hidden="true">
        {placesOf(count).map((place) => (
          <i key={place} />
        ))}
      </div>
      <output className="t2 skel__t">
        {text}
        <LoadingDots />
      </output>
    </div>
  );
}

/** Lines of text that are on their way. */
export function SkeletonLines({ text, count = 3 }: SkeletonProps) {
  return (
    <div className="skel">
      <div className="skel__l" aria-hidden="true">
        {placesOf(count).map((place) => (
          <i key={place} />
        ))}
      </div>
      <output className="vh">{text}</output>
    </div>
  );
}
