import { Module } from '@nestjs/common';
import { IndexPosts } from './index-posts.js';

const JOBS = [IndexPosts];

@Module({ providers: JOBS, exports: JOBS })
export class PostsModule {
  static readonly jobs = JOBS;
}
