export { createDataSource, dataSourceOptions, ENTITIES } from './data-source.js';
export { Channel } from './entities/channel.entity.js';
export { Message } from './entities/message.entity.js';
export { ServerMember } from './entities/server-member.entity.js';
export { Server } from './entities/server.entity.js';
export { Session } from './entities/session.entity.js';
export { User } from './entities/user.entity.js';
export { WaitlistEntry } from './entities/waitlist-entry.entity.js';
export { migrate } from './migrate.js';
