import type { ServerCaseView } from '@oniverse/contracts';
import { RelativeTime } from '../../../ui/relative-time.js';
import { CASES_TEXTS as TEXTS, REASON_TEXTS } from './reports.texts.js';

interface CaseAuthorProps {
  /** Null if the account was erased. */
  username: string | null;
  /** Null if it was written in none. */
  channelName: string | null;
}

/** Who wrote what staff decide about, and in which channel. */
export function CaseAuthor({ username, channelName }: CaseAuthorProps) {
  return (
    <>
      <bdi>{username === null ? TEXTS.nobody : `@${username}`}</bdi>
      {channelName !== null && (
        <>
          {' '}
          # <bdi>{channelName}</bdi>
        </>
      )}
    </>
  );
}

/** Returns what a row says of a case. */
export const caseSummary = ({ username, channelName, reason, reports, openedAt }: ServerCaseView) => ({
  title: REASON_TEXTS[reason],
  about: <CaseAuthor username={username} channelName={channelName} />,
  when: (
    <>
      {TEXTS.opened} <RelativeTime at={openedAt} />, {TEXTS.reports(reports)}
    </>
  ),
});
