import { Select } from '../../../ui/select.js';
import { useCapsules } from './capsules.queries.js';
import { CAPSULE_TEXTS } from './capsules.texts.js';

const TEXTS = CAPSULE_TEXTS.select;
const NONE = 'none';

interface CapsuleSelectProps {
  value: string | null;
  onChange: (id: string | null) => void;
}

export function CapsuleSelect({ value, onChange }: CapsuleSelectProps) {
  const { data: capsules = [] } = useCapsules();
  return (
    <Select
      label={TEXTS.label}
      note={TEXTS.optional}
      options={[
        { value: NONE, title: TEXTS.none },
        ...capsules.map(({ id, name }) => ({ value: id, title: name })),
      ]}
      value={value ?? NONE}
      onChange={(next) => onChange(next === NONE ? null : next)}
    />
  );
}
