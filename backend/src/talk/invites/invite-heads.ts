import { Injectable } from '@nestjs/common';
import { PRODUCT_NAME } from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import type { PageHead } from '@oniverse/platform/backend';
import { InvitesService } from './invites.service.js';

const PAGE = /^\/dimensions\/invite\/([\w-]{22})\/?$/;

/** Builds the link preview of `/dimensions/invite/{code}` from its public preview. */
@Injectable()
export class InviteHeads {
  constructor(private readonly invites: InvitesService) {}

  /** Returns undefined for other pages and invalid invites. @param origin the site's own origin */
  async headOf(path: string, origin: string): Promise<PageHead | undefined> {
    const code = PAGE.exec(path)?.[1];
    if (code === undefined) return undefined;
    try {
      const { server } = await this.invites.preview(null, code);
      return {
        type: 'website',
        title: `${server.name}, ${PRODUCT_NAME}`,
        description: server.description ?? `You’re invited to a dimension on ${PRODUCT_NAME}.`,
        url: `${origin}/dimensions/invite/${code}`,
        image: null,
      };
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'not_found') return undefined;
      throw error;
    }
  }
}
