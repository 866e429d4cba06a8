import { type CurrentUser, PROFILE_THEMES, type ProfileThemeId, USER_DEFAULTS } from '@oniverse/contracts';
import { RadioGroup } from 'radix-ui';
import { profileThemeOf } from '../../../theme/profile-theme.js';
import { chooseTheme, useTheme } from '../../../theme/theme.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { selectByArrowKey } from '../../../ui/select-by-arrow-key.js';
import { EffectsControl } from '../../../ui/effects-control.js';
import { Segmented } from '../../../ui/segmented.js';
import { Section } from '../../../ui/section.js';
import { ProfileSwitch } from './profile-switch.js';
import { APPEARANCE_TEXTS as TEXTS } from './settings.texts.js';
import { ThemePreview } from './theme-preview.js';
import type { ProfileAppearanceState } from './use-profile-appearance.js';

const SITE_MODES = [
  { value: 'dark', title: TEXTS.modes.dark },
  { value: 'light', title: TEXTS.modes.light },
  { value: 'system', title: TEXTS.modes.system },
] as const;
const PROFILE_MODES = [
  { value: 'dark', title: TEXTS.modes.dark },
  { value: 'light', title: TEXTS.modes.light },
] as const;

function SiteTheme() {
  const choice = useTheme((site) => site.choice);
  return (
    <Section title={TEXTS.site}>
      <Segmented label={TEXTS.site} segments={SITE_MODES} value={choice} onChange={chooseTheme} />
      <span className="hint">{TEXTS.siteHint}</span>
    </Section>
  );
}

interface ThemePickerProps {
  value: ProfileThemeId;
  onChange: (theme: ProfileThemeId) => void;
}

function ThemePicker({ value, onChange }: ThemePickerProps) {
  return (
    <RadioGroup.Root
      className="theme-choice"
      aria-label={TEXTS.profile}
      value={value}
      onKeyDownCapture={selectByArrowKey}
      onValueChange={(next) => onChange(profileThemeOf(next))}
    >
      {PROFILE_THEMES.map(({ id, name, description }) => (
        <RadioGroup.Item key={id} value={id} className="theme-choice__option" aria-label={name}>
          <ThemePreview theme={id} />
          <span className="theme-choice__title">
            <Badge filled={id === value} tone={id === value ? 'accent' : 'neutral'}>
              {name}
            </Badge>
          </span>
          <span className="small muted">{description}</span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

function ProfileAppearance({ looks }: { looks: ProfileAppearanceState }) {
  const { theme, setTheme, mode, setMode, isPending, onSave } = looks;
  const save = (
    <Button look="primary" className="settings__save" pending={isPending && TEXTS.saving} onClick={onSave}>
      {TEXTS.save}
    </Button>
  );
  const isMain = theme === USER_DEFAULTS.profileTheme;
  return (
    <>
      <Section title={TEXTS.profile}>
        <ThemePicker value={theme} onChange={setTheme} />
        {isMain && save}
      </Section>
      {!isMain && (
        <Section title={TEXTS.mode}>
          <Segmented label={TEXTS.mode} segments={PROFILE_MODES} value={mode} onChange={setMode} />
          <span className="hint">{TEXTS.modeHint}</span>
          {save}
        </Section>
      )}
    </>
  );
}

export function AppearanceTab({ user, looks }: { user: CurrentUser; looks: ProfileAppearanceState }) {
  return (
    <>
      <SiteTheme />
      <ProfileAppearance looks={looks} />
      <Section title={TEXTS.messages}>
        <ProfileSwitch
          user={user}
          name="showsLinkPreviews"
          texts={TEXTS.linkPreviews}
          failed={TEXTS.failed}
        />
      </Section>
      <Section title={TEXTS.effects}>
        <div className="settings__form stack">
          <EffectsControl />
        </div>
      </Section>
    </>
  );
}
