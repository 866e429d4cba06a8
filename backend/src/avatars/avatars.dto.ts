import { type ProfileImageBody, RULES } from '@oniverse/contracts';
import { RuledText } from '@oniverse/platform/backend';

export class ProfileImageDto implements ProfileImageBody {
  @RuledText(RULES.profileImage.profileImageURL)
  profileImageURL!: string;
}
