import type { ServerCaseView } from '@oniverse/contracts';
import { RelativeTime } from '../../../ui/relative-time.js';
import { CASES_TEXTS as TEXTS, REASON_TEXTS } from './reports.texts.js';

interface MessageAuthorProps {
  /** Null if the account was erased. */
  username: string | null;
  channelName: string | null;
}

/** Who wrote a message that staff decide about, and where. */
export function MessageAuthor({ username, channelName }: MessageAuthorProps) {
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
  about: <MessageAuthor username={username} channelName={channelName} />,
  when: (
    <>
      {TEXTS.opened} <RelativeTime at={openedAt} />, {TEXTS.reports(reports)}
    </>
  ),
});
