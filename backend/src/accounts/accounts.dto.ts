import { type ChangePasswordBody, type LoginBody, type RegisterBody, RULES } from '@oniverse/contracts';
import { RuledText } from '@oniverse/platform/backend';

export class LoginDto implements LoginBody {
  @RuledText(RULES.login.username)
  username!: string;

  @RuledText(RULES.login.password)
  password!: string;

  @RuledText(RULES.login.deviceToken)
  deviceToken?: string;
}

export class RegisterDto implements RegisterBody {
  @RuledText(RULES.register.username)
  username!: string;

  @RuledText(RULES.register.email)
  email!: string;

  @RuledText(RULES.register.password)
  password!: string;

  @RuledText(RULES.register.displayName)
  displayName?: string;
}

export class ChangePasswordDto implements ChangePasswordBody {
  @RuledText(RULES.password.currentPassword)
  currentPassword!: string;

  @RuledText(RULES.password.newPassword)
  newPassword!: string;
}
