import { Client } from 'minio';
import type { Config } from './config.js';

/** The object store, as any S3 store offers it. Only servers of ours reach it; no member gets an address of it. */
export class ObjectStore {
  private readonly client: Client;
  private readonly bucket: string;
  private readonly region: string;

  constructor({ endpoint, accessKey, secretKey, bucket, region }: Config['objectStore']) {
    const overTls = endpoint.protocol === 'https:';
    this.client = new Client({
      endPoint: endpoint.hostname,
      port: endpoint.port === '' ? (overTls ? 443 : 80) : Number(endpoint.port),
      useSSL: overTls,
      accessKey,
      secretKey,
      // Named here, so that no call asks the store for it first.
      region,
    });
    this.bucket = bucket;
    this.region = region;
  }

  /** Makes the bucket where it is missing; harmless again and again. */
  async ensureBucket(): Promise<void> {
    if (!(await this.client.bucketExists(this.bucket)))
      await this.client.makeBucket(this.bucket, this.region);
  }

  /** Asks the store whether it is there; throws where it is not. */
  async ping(): Promise<void> {
    await this.client.bucketExists(this.bucket);
  }
}
