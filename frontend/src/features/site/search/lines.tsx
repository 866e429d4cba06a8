import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { MemberLink } from '../../people/member-card/index.js';
import { WriteButton } from '../../talk/write/index.js';
import { ResultLine } from './result-line.js';
import type { Result } from './results.js';

/** Results as links. */
export function Lines({ results, q }: { results: readonly Result[]; q: string }) {
  const router = useRouter();
  const follow = (event: MouseEvent, href: string): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  return (
    <ul className="found-list">
      {results.map((result) => (
        <li key={result.key}>
          {result.member ? (
            <div className="found-member">
              <MemberLink className="found" username={result.member.username}>
                <ResultLine result={result} q={q} />
              </MemberLink>
              <WriteButton member={result.member} />
            </div>
          ) : (
            <a className="found" href={result.href} onClick={(event) => follow(event, result.href ?? '')}>
              <ResultLine result={result} q={q} />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
