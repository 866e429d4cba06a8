import { createChannelBody, updateChannelBody } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class CreateChannelDto extends dtoOf(createChannelBody) {}

export class UpdateChannelDto extends dtoOf(updateChannelBody) {}
