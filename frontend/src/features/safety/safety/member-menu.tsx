import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/icon-button.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { Menu, MenuItem } from '../../../ui/menu.js';
import { askToBlock } from './block-dialog.js';
import { type NamedMember, useChangeHiding, useHiddenMembers } from './safety.queries.js';
import { SAFETY_TEXTS as TEXTS } from './safety.texts.js';

interface SafetyItemsProps {
  member: NamedMember;
  /** Called before the question about a block opens. */
  onAsk?: () => void;
}

/** The items of a menu that mute and block another member. */
export function SafetyItems({ member, onAsk }: SafetyItemsProps) {
  const hiding = useHiddenMembers()?.get(member.id);
  const { mutate } = useChangeHiding();
  if (hiding === 'blocked') {
    return (
      <MenuItem icon={MENU_ICONS.block} onSelect={() => mutate({ member, hiding, hide: false })}>
        {TEXTS.unblock}
      </MenuItem>
    );
  }
  const isMuted = hiding === 'muted';
  return (
    <>
      <MenuItem
        icon={isMuted ? 'show' : 'hide'}
        onSelect={() => mutate({ member, hiding: 'muted', hide: !isMuted })}
      >
        {isMuted ? TEXTS.unmute : TEXTS.mute}
      </MenuItem>
      <MenuItem
        icon={MENU_ICONS.block}
        onSelect={() => {
          onAsk?.();
          askToBlock(member);
        }}
      >
        {TEXTS.block}
      </MenuItem>
    </>
  );
}

interface MemberMenuProps extends SafetyItemsProps {
  /** Further items, first. */
  children?: ReactNode;
}

/** A button that opens a menu of what the reader can do about another member. */
export function MemberMenu({ children, ...props }: MemberMenuProps) {
  return (
    <Menu button={<IconButton small icon="more" name={TEXTS.actions(props.member.username)} />}>
      {children}
      <SafetyItems {...props} />
    </Menu>
  );
}
