import type { CapsuleView } from '@oniverse/contracts';
import type { Capsule } from '@oniverse/data';

export function capsuleView(capsule: Capsule): CapsuleView {
  return {
    id: capsule.id,
    userId: capsule.userId,
    name: capsule.name,
    description: capsule.description,
    tags: capsule.tags,
    createdAt: capsule.createdAt.toISOString(),
    updatedAt: capsule.updatedAt.toISOString(),
  };
}
