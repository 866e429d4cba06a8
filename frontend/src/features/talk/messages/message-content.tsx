import '../../../ui/mention.css';
import { type MessageBlock, messageBlocksOf, type MessageSpan } from '@oniverse/contracts';
import { memo, useContext } from 'react';
import { CodeBlock } from '../../../code/code-block.js';
import { TagLink } from '../../../tags/tag-link.js';
import { GroupMark } from '../../../ui/group-mark.js';
import { MemberLink } from '../../people/member-card/index.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import { TalkGroupsContext } from './talk-groups.js';

const EMPHASIS = { bold: 'strong', italic: 'em', strike: 'del' } as const;

/** The index works as a key because the parts of a message are never reordered. */
const keyOf = ({ kind }: MessageSpan | MessageBlock, index: number) => `${index} ${kind}`;

interface MentionProps {
  username: string;
  text: string;
  me: string;
}

/** The name of a group of the dimension, or of a member. */
function Mention({ username, text, me }: MentionProps) {
  const group = useContext(TalkGroupsContext).all.find(({ name }) => name === username);
  if (group) {
    return (
      <bdi className={group.isOwn ? 'mention is-me' : 'mention'}>
        <GroupMark color={group.color}>{text}</GroupMark>
      </bdi>
    );
  }
  return (
    <MemberLink username={username} className={username === me ? 'link mention is-me' : 'link mention'}>
      {text}
    </MemberLink>
  );
}

function Span({ span, me }: { span: MessageSpan; me: string }) {
  switch (span.kind) {
    case 'text':
      return span.text;
    case 'code':
      return <code>{span.text}</code>;
    case 'mention':
      return <Mention {...span} me={me} />;
    case 'tag':
      return <TagLink tag={span.tag} className="link" text={span.text} />;
    case 'link':
      return (
        <bdi>
          <a
            className="link"
            href={span.address}
            title={span.address}
            target="_blank"
            rel="nofollow noopener noreferrer ugc"
          >
            <Spans spans={span.parts} me={me} />
          </a>
        </bdi>
      );
    case 'bold':
    case 'italic':
    case 'strike': {
      const Emphasis = EMPHASIS[span.kind];
      return (
        <Emphasis>
          <Spans spans={span.parts} me={me} />
        </Emphasis>
      );
    }
    default:
      return span satisfies never;
  }
}

function Spans({ spans, me }: { spans: readonly MessageSpan[]; me: string }) {
  return spans.map((span, index) => <Span key={keyOf(span, index)} span={span} me={me} />);
}

/** A block of a message. Outermost blocks get `dir="auto"`, and each line follows its own direction (CSS). */
function Block({ block, me, dir }: { block: MessageBlock; me: string; dir?: 'auto' }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p className="message__text" dir={dir}>
          <Spans spans={block.parts} me={me} />
        </p>
      );
    case 'code':
      return <CodeBlock text={block.text} language={block.language} />;
    case 'quote':
      return (
        <blockquote className="message__quote" dir={dir}>
          <Blocks blocks={block.blocks} me={me} />
        </blockquote>
      );
    case 'list': {
      const items = block.items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the items of a message are never reordered
        <li key={index}>
          <Blocks blocks={item} me={me} />
        </li>
      ));
      return block.start === null ? (
        <ul className="message__list" dir={dir}>
          {items}
        </ul>
      ) : (
        <ol className="message__list" start={block.start} dir={dir}>
          {items}
        </ol>
      );
    }
    default:
      return block satisfies never;
  }
}

function Blocks({ blocks, me, dir }: { blocks: readonly MessageBlock[]; me: string; dir?: 'auto' }) {
  return blocks.map((block, index) => (
    <Block key={keyOf(block, index)} block={block} me={me} {...(dir && { dir })} />
  ));
}

interface MessageContentProps {
  content: string;
  me: string;
  isEdited?: boolean;
}

/** The content of a message as Markdown. Headings, tables and pictures stay plain text. */
export const MessageContent = memo(function MessageContent(props: MessageContentProps) {
  const { content, me, isEdited = false } = props;
  const blocks = messageBlocksOf(content);
  const [first] = blocks;
  const edited = isEdited && <span className="tiny faint"> {MESSAGE_TEXTS.edited}</span>;
  // Most messages are one paragraph and lists are long, so this common case uses as few elements as possible.
  if (first?.kind === 'paragraph' && blocks.length === 1) {
    const text = <Spans spans={first.parts} me={me} />;
    return (
      <p className="message__text" dir="auto">
        {isEdited ? <span>{text}</span> : text}
        {edited}
      </p>
    );
  }
  return (
    <div className="message__markdown">
      <Blocks blocks={blocks} me={me} dir="auto" />
      {isEdited && <p>{edited}</p>}
    </div>
  );
});
