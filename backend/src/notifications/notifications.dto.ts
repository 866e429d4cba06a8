import {
  choiceField,
  NOTIFICATION_KIND_FIELD,
  NOTIFICATION_KINDS,
  type NotificationKind,
  notificationSettingsBody,
  notificationsReadBody,
  omittable,
  pushSubscriptionBody,
} from '@oniverse/contracts';
import { dtoOf, Field, PageQueryDto } from '@oniverse/platform/backend';

export class NotificationsQueryDto extends PageQueryDto {
  @Field(omittable(choiceField(NOTIFICATION_KINDS, NOTIFICATION_KIND_FIELD)))
  kind?: NotificationKind;
}

export class NotificationsReadDto extends dtoOf(notificationsReadBody) {}

export class NotificationSettingsDto extends dtoOf(notificationSettingsBody) {}

export class PushSubscriptionDto extends dtoOf(pushSubscriptionBody) {}
