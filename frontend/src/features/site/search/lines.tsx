import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useRef } from 'react';
import { MemberLink } from '../../people/member-card/index.js';
import { WriteButton } from '../../talk/write/index.js';
import { useOpenedResult } from './opened-results.js';
import { ResultLine } from './result-line.js';
import type { Result } from './results.js';

/** Results as links. After Back, the one that was opened has the focus. */
export function Lines({ results, q }: { results: readonly Result[]; q: string }) {
  const router = useRouter();
  const list = useRef<HTMLUListElement>(null);
  const recordOpened = useOpenedResult(list, results);
  const follow = (event: MouseEvent, href: string): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  return (
    <ul ref={list} className="found-list">
      {results.map((result) => (
        // Before the link leaves the entry of the history.
        <li key={result.key} onClickCapture={() => recordOpened(result.key)}>
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
