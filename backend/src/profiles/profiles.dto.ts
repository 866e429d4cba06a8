import {
  MESSAGES,
  PROFILE_THEME_MODES,
  PROFILE_THEMES,
  type ProfileBody,
  type ProfileThemeMode,
  RULES,
} from '@oniverse/contracts';
import { Flag, OneOf, RuledText } from '@oniverse/platform/backend';

export class ProfileDto implements ProfileBody {
  @RuledText(RULES.profile.profileMarkdown, { optional: true })
  profileMarkdown?: string;

  @RuledText(RULES.profile.username, { optional: true })
  username?: string;

  @RuledText(RULES.profile.accessKey)
  accessKey?: string;

  @RuledText(RULES.profile.displayName, { clears: true })
  displayName?: string | null;

  @RuledText(RULES.profile.bio, { clears: true })
  bio?: string | null;

  @Flag('Whether others can find the member.')
  isPublic?: boolean;

  @OneOf(PROFILE_THEMES.map(({ id }) => id), {
    description: 'The theme of the profile page.',
    message: MESSAGES.badTheme,
  })
  profileTheme?: string;

  @OneOf(PROFILE_THEME_MODES, {
    description: 'Light or dark; has no effect on the main theme.',
    message: MESSAGES.badThemeMode,
  })
  profileThemeMode?: ProfileThemeMode;
}
