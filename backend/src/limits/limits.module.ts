import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '@oniverse/platform';
import { CLIENT_ADDRESS, clientAddressProvider } from './client-address.js';

/** Who is counted, for every feature that limits something. */
@Global()
@Module({
  providers: [
    {
      provide: CLIENT_ADDRESS,
      inject: [CONFIG],
      useFactory: (config: Config) => clientAddressProvider(config),
    },
  ],
  exports: [CLIENT_ADDRESS],
})
export class LimitsModule {}
