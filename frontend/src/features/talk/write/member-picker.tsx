import './member-picker.css';
import type { FoundMember } from '@oniverse/contracts';
import { useState } from 'react';
import { Chips, RemovableChip } from '../../../ui/chip.js';
import { MemberField } from '../../../ui/member-field.js';
import { memberName } from '../../../ui/member-name.js';
import { MemberNames } from '../../../ui/member-names.js';
import { useFoundMembers } from './found-members.queries.js';
import { MEMBER_PICKER_TEXTS as TEXTS } from './member-picker.texts.js';

interface MemberPickerProps {
  chosen: readonly FoundMember[];
  max: number;
  /** The ids of members who cannot be chosen. */
  excluded: readonly string[];
  onChange: (chosen: FoundMember[]) => void;
}

/** Finds members by name, and shows the chosen ones. */
export function MemberPicker({ chosen, max, excluded, onChange }: MemberPickerProps) {
  const [text, setText] = useState('');
  const { found, isNothing } = useFoundMembers(text);
  const taken = new Set([...excluded, ...chosen.map(({ id }) => id)]);
  const options = found
    .filter(({ id }) => !taken.has(id))
    .map((member) => ({
      key: member.id,
      title: <MemberNames member={member} />,
      choose: () => {
        setText('');
        onChange([...chosen, member]);
      },
    }));
  return (
    <div className="member-picker">
      {chosen.length > 0 && (
        <Chips label={TEXTS.chosen}>
          {chosen.map((member) => (
            <RemovableChip
              key={member.id}
              removeName={TEXTS.remove(memberName(member))}
              onRemove={() => onChange(chosen.filter((other) => other !== member))}
            >
              <bdi>{memberName(member)}</bdi>
            </RemovableChip>
          ))}
        </Chips>
      )}
      {chosen.length < max ? (
        <MemberField
          label={TEXTS.label}
          placeholder={TEXTS.placeholder}
          value={text}
          onChange={setText}
          options={options}
        />
      ) : (
        max > 1 && <p className="small muted">{TEXTS.full}</p>
      )}
      <output className="small muted">{isNothing && TEXTS.nobody}</output>
    </div>
  );
}
