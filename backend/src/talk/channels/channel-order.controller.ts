import { Controller } from '@nestjs/common';
import {
  createCategory,
  deleteCategory,
  listCategories,
  orderChannels,
  renameCategory,
} from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { ChannelOrderService } from './channel-order.service.js';

@Controller()
export class ChannelOrderController {
  constructor(private readonly order: ChannelOrderService) {}

  @Handles(listCategories)
  async list({ session, id }: Received<typeof listCategories>) {
    return this.order.listCategories(session.userId, id);
  }

  @Handles(createCategory)
  async create({ session, id, body }: Received<typeof createCategory>) {
    return this.order.createCategory(session.userId, id, body.name);
  }

  @Handles(renameCategory)
  async rename({ session, id, body }: Received<typeof renameCategory>) {
    return this.order.renameCategory(session.userId, id, body.name);
  }

  @Handles(deleteCategory)
  async delete({ session, id }: Received<typeof deleteCategory>) {
    await this.order.deleteCategory(session.userId, id);
  }

  @Handles(orderChannels)
  async reorder({ session, id, body }: Received<typeof orderChannels>) {
    return this.order.reorder(session.userId, id, body);
  }
}
