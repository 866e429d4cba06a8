import { type ReactNode, useMemo } from 'react';
import { Lines } from '../../../ui/marks.js';
import { HOME_TEXTS } from './home.texts.js';
import { skylineOf } from './skyline.js';

interface HomeSkylineProps {
  neighbours: Parameters<typeof skylineOf>[0];
  links: NonNullable<Parameters<typeof skylineOf>[1]>;
  children: ReactNode;
}

const ALTITUDES = [90, 182] as const;
const HOURS = [140, 380, 620, 860, 1100] as const;

export function HomeSkyline({ neighbours, links, children }: HomeSkylineProps) {
  const skyline = useMemo(() => skylineOf(neighbours, links), [neighbours, links]);
  return (
    <section className="skyline">
      <div className="skyline__svg">
        <svg viewBox="0 0 1240 268" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          {ALTITUDES.map((y) => (
            <path key={y} className="c-faint" d={`M0 ${y}Q620 ${y - 26} 1240 ${y}`} />
          ))}
          {HOURS.map((x) => (
            <path key={x} className="c-faint" d={`M${x} 0V268`} />
          ))}
          <Lines lines={skyline.neighbourLines} />
          <Lines lines={skyline.lines} className="c-ring" />
          {skyline.nodes.map(({ id, name, x, y, r, label }) => (
            <g key={id}>
              <circle className="c-star" cx={x} cy={y} r={r} />
              {label && (
                <text className="c-name" data-reach={label.reach} x={label.x} y={label.y} textAnchor="middle">
                  {name}
                </text>
              )}
            </g>
          ))}
          <circle className="c-warm" cx={skyline.ownNode.x} cy={skyline.ownNode.y} r={skyline.ownNode.r} />
          <circle className="c-ring-warm" cx={skyline.ownNode.x} cy={skyline.ownNode.y} r="11" />
          <text
            className="c-name skyline__you"
            x={skyline.ownNode.x}
            y={skyline.ownNode.y + 32}
            textAnchor="middle"
          >
            {HOME_TEXTS.you}
          </text>
        </svg>
      </div>
      <div className="wrap skyline__inner">
        <div>{children}</div>
      </div>
    </section>
  );
}
