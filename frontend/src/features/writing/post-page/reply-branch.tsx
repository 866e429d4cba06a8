interface ReplyBranchProps {
  look: 'reply' | 'own' | 'gone' | 'new';
}

/** A quarter curve from the spine to the dot of a reply. It stops before the dot. */
export function ReplyBranch({ look }: ReplyBranchProps) {
  return (
    <svg className={`reply__branch is-${look}`} width="50" height="34" viewBox="0 0 50 34" aria-hidden="true">
      <path className={look === 'new' ? 'c-dotted' : 'c-line'} d="M0 0C0 18 12 28 34 28" />
      <circle className="reply__dot" cx="43" cy="28" r="4" />
    </svg>
  );
}
