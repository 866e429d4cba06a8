import { SetMetadata } from '@nestjs/common';

export const PUBLIC = 'oniverse:public';

/** A call that needs no session. Every other one does. */
export const Public = () => SetMetadata(PUBLIC, true);
