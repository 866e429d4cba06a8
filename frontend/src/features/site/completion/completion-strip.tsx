import '../../../ui/emoji.css';
import { Avatar } from '../../../ui/avatar.js';
import { GroupMark } from '../../../ui/group-mark.js';
import { memberName } from '../../../ui/member-name.js';
import { EMOJI_TEXTS } from '../../talk/emoji/index.js';
import { COMPLETION_TEXTS as TEXTS } from './completion.texts.js';
import { OptionStrip } from './option-strip.js';
import { type Suggestion, textOf } from './suggestions.js';
import type { CompletionList } from './use-completion.js';

/** A text whose typed part stands out. */
export function Match({ text, typed }: { text: string; typed: string }) {
  const at = typed === '' ? -1 : text.indexOf(typed);
  if (at === -1) return <bdi>{text}</bdi>;
  return (
    <bdi>
      {text.slice(0, at)}
      <b>{typed}</b>
      {text.slice(at + typed.length)}
    </bdi>
  );
}

function accessibleNameOf(suggestion: Suggestion): string {
  if (suggestion.kind === 'emoji') return suggestion.emoji.label;
  if (suggestion.kind === 'group') return TEXTS.group(textOf(suggestion), suggestion.group.memberCount);
  if (suggestion.kind === 'command') return `${textOf(suggestion)}, ${suggestion.command.hint}`;
  const name = suggestion.kind === 'member' ? suggestion.member.displayName : null;
  return name === null ? textOf(suggestion) : `${textOf(suggestion)} ${name}`;
}

function SuggestionLine({ suggestion, typed }: { suggestion: Suggestion; typed: string }) {
  switch (suggestion.kind) {
    case 'emoji':
      return (
        <>
          <span className="emoji">{suggestion.emoji.unicode}</span>
          <Match text={EMOJI_TEXTS.code(suggestion.emoji.name)} typed={typed} />
        </>
      );
    case 'member': {
      const { member } = suggestion;
      return (
        <>
          <Avatar name={memberName(member)} src={member.profileImageUrl} size="s" />
          <Match text={`@${member.username}`} typed={typed} />
          {member.displayName !== null && <bdi className="faint">{member.displayName}</bdi>}
        </>
      );
    }
    case 'group': {
      const { name, color, memberCount } = suggestion.group;
      return (
        <>
          <GroupMark color={color}>
            <Match text={`@${name}`} typed={typed} />
          </GroupMark>
          <span className="faint">{TEXTS.groupMembers(memberCount)}</span>
        </>
      );
    }
    case 'tag':
      return <Match text={textOf(suggestion)} typed={typed} />;
    case 'command':
      return (
        <>
          <Match text={textOf(suggestion)} typed={typed} />
          <span className="faint">{suggestion.command.hint}</span>
        </>
      );
    default:
      return suggestion satisfies never;
  }
}

/** The suggestions of `useCompletion`, in a row above the text. The field keeps the focus. */
export function CompletionStrip({ list: { token, suggestions, ...list } }: { list: CompletionList }) {
  if (!token) return null;
  const kind = suggestions.some((suggestion) => suggestion.kind === 'group') ? 'group' : token.kind;
  return (
    <OptionStrip
      list={{ ...list, options: suggestions }}
      label={TEXTS.list[kind](token.typed)}
      keyOf={textOf}
      nameOf={accessibleNameOf}
    >
      {(suggestion) => <SuggestionLine suggestion={suggestion} typed={token.typed} />}
    </OptionStrip>
  );
}
