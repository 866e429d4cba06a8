import { memberPath, picturePath, postPath, tagPath } from '@oniverse/contracts';
import { describe, expect, it } from '@jest/globals';
import { createMemoryHistory } from '@tanstack/react-router';
import { createQueryClient } from './api/query-client.js';
import { createAppRouter } from './router.js';

const router = createAppRouter(createQueryClient(), createMemoryHistory());
const routeOf = (path: string) => {
  const { fullPath, params } = router.matchRoutes(router.buildLocation({ to: path })).at(-1) ?? {};
  return { fullPath, params };
};

describe('the paths of the contracts', () => {
  it('NXT-201 lead to the pages of members, posts, pictures and tags', () => {
    expect(routeOf(memberPath('otto_n'))).toEqual({
      fullPath: '/u/$username',
      params: { username: 'otto_n' },
    });
    expect(routeOf(postPath('otto_n', 'p1'))).toEqual({
      fullPath: '/u/$username/{-$kind}/$item',
      params: { username: 'otto_n', item: 'p1' },
    });
    expect(routeOf(picturePath('otto_n', 'p1'))).toEqual({
      fullPath: '/u/$username/{-$kind}/$item',
      params: { username: 'otto_n', kind: 'p', item: 'p1' },
    });
  });

  it.each(['maps', 'čas', '日本'])('NXT-201 lead to the page of #%s', (tag) => {
    expect(routeOf(tagPath(tag))).toEqual({ fullPath: '/t/{-$tag}', params: { tag } });
  });
});
