import { Injectable } from '@nestjs/common';
import { Channel } from '@oniverse/data';
import { DataSource } from 'typeorm';

/** Every query on channels, but for those that number messages. */
@Injectable()
export class ChannelsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The default one first, then in the order in which they were made. */
  async ofServer(serverId: string): Promise<Channel[]> {
    return this.dataSource.getRepository(Channel).find({
      where: { serverId },
      order: { isDefault: 'DESC', id: 'ASC' },
    });
  }
}
