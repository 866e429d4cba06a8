import { Entity } from 'typeorm';
import { Created, PrimaryReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** A member who is open to a game: while online, those with a line or a dimension in common see so. */
@Entity('open_players')
export class OpenPlayer extends Created {
  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;
}
