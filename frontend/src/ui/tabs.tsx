import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';

interface TabsProps<T extends string> {
  label: string;
  tabs: readonly { value: T; title: string; content: ReactNode }[];
  value: T;
  onChange: (value: T) => void;
}

export function Tabs<T extends string>({ label, tabs, value, onChange }: TabsProps<T>) {
  // Radix focuses by script, so browsers would show the keyboard focus ring after a click.
  const [byPointer, setByPointer] = useState(false);
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const chosen = tabs.find((tab) => tab.value === next);
        if (chosen) onChange(chosen.value);
      }}
    >
      <Radix.List
        className={byPointer ? 'tabs is-pointed' : 'tabs'}
        aria-label={label}
        onPointerDownCapture={() => setByPointer(true)}
        onKeyDownCapture={() => setByPointer(false)}
      >
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value}>
            {tab.title}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="tabs__panel">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
