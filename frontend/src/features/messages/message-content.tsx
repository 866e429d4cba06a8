import { memo } from 'react';
import { MESSAGE_TEXTS } from './messages.texts.js';
import { type TextToken, tokensOf } from './message-text.js';

function Token({ token, me }: { token: TextToken; me: string }) {
  switch (token.kind) {
    case 'text':
      return token.text;
    case 'code':
      return <code>{token.text}</code>;
    case 'mention':
      return <span className={token.text === `@${me}` ? 'ment is-me' : 'ment'}>{token.text}</span>;
    case 'link':
      return (
        <a className="link" href={token.text} target="_blank" rel="nofollow noopener noreferrer ugc">
          {token.text}
        </a>
      );
    case 'bold':
      return (
        <strong>
          <Tokens tokens={token.parts} me={me} />
        </strong>
      );
    case 'italic':
      return (
        <em>
          <Tokens tokens={token.parts} me={me} />
        </em>
      );
    default:
      return token satisfies never;
  }
}

function Tokens({ tokens, me }: { tokens: readonly TextToken[]; me: string }) {
  let offset = 0;
  return tokens.map((token) => {
    const key = offset;
    offset += 'text' in token ? token.text.length : 1;
    return <Token key={`${token.kind} ${key}`} token={token} me={me} />;
  });
}

interface MessageContentProps {
  content: string;
  me: string;
  /** It says so behind its last word. */
  isEdited?: boolean;
}

/** The text of a message: links, code, bold, italic and mentions are drawn, nothing else; lines stay lines. */
export const MessageContent = memo(function MessageContent(props: MessageContentProps) {
  const { content, me, isEdited = false } = props;
  const text = <Tokens tokens={tokensOf(content)} me={me} />;
  return (
    <p className="msg__t">
      {isEdited ? <span>{text}</span> : text}
      {isEdited && <span className="mic t3"> {MESSAGE_TEXTS.edited}</span>}
    </p>
  );
});
