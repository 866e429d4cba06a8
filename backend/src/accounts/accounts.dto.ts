import { changePasswordBody, loginBody, registerBody } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class LoginDto extends dtoOf(loginBody) {}

export class RegisterDto extends dtoOf(registerBody) {}

export class ChangePasswordDto extends dtoOf(changePasswordBody) {}
