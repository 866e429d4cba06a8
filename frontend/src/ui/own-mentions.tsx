import './mention.css';

interface OwnMentionsProps {
  text: string;
  /** The reader's. */
  username: string;
}

/** Plain text in which the mentions of the reader stand out. */
export function OwnMentions({ text, username }: OwnMentionsProps) {
  // Only letters, digits and underscores: nothing to escape.
  const parts = text.split(new RegExp(String.raw`((?<![\w@/.])@${username}(?!\w))`));
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <bdi key={index} className="mention is-me">
        {part}
      </bdi>
    ),
  );
}
